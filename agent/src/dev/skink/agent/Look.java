package dev.skink.agent;

import java.util.ArrayList;
import java.util.List;

/** One look at the device, on its way to the host: crates/device/src/agent/look.rs reads it. */
final class Look {
    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int BLOCKED = 2;
    static final int NO_FIELD = 3;
    static final int NO_TEXT = 4;

    static final int TREE_SEEN = 0;
    static final int TREE_ABSENT = 1;
    static final int TREE_BLOCKED = 2;

    /** One word of the activity controller. */
    static final class Notice {
        static final int JAVA = 0;
        static final int NATIVE = 1;
        static final int EARLY_ANR = 2;
        static final int ANR = 3;

        final int kind;
        final String process;
        final int pid;
        final String brief;
        final String line;
        final String stack;

        Notice(int kind, String process, int pid, String brief, String line, String stack) {
            this.kind = kind;
            this.process = process;
            this.pid = pid;
            this.brief = brief;
            this.line = line;
            this.stack = stack;
        }
    }

    int performed;
    boolean busy;
    int performMillis;
    int settleMillis;
    int lookMillis;
    int events;
    int rotation;
    int width;
    int height;
    String packageName = "";
    String activity = "";
    int tree = TREE_ABSENT;
    int cut;
    List<String> toasts = new ArrayList<String>();
    List<Notice> notices = new ArrayList<Notice>();
    /** Packages whose activities were to start; those of `refused` were not let. */
    List<String> starts = new ArrayList<String>();
    List<Boolean> refused = new ArrayList<Boolean>();

    final Texts texts = new Texts();
    private final Out windows = new Out();
    private int windowCount;

    /** Adds a window whose tree was walked with this look's texts. */
    void window(int id, int kind, boolean active, boolean focused, int layer, int display, CharSequence title,
            CharSequence className, CharSequence owner, int[] bounds, Out tree) {
        windowCount++;
        windows.signed(id).octet(kind).flag(active).flag(focused).signed(layer).number(display);
        windows.number(texts.place(title)).number(texts.place(className)).number(texts.place(owner));
        for (int i = 0; i < 4; i++) {
            windows.signed(bounds[i]);
        }
        windows.all(tree);
    }

    byte[] encode() {
        Out body = new Out();
        body.octet(performed).flag(busy).number(performMillis).number(settleMillis).number(lookMillis).number(events);
        body.octet(rotation & 3).number(width).number(height);
        body.number(texts.place(packageName)).number(texts.place(activity));
        Out lists = new Out();
        lists.number(toasts.size());
        for (String toast : toasts) {
            lists.number(texts.place(toast));
        }
        lists.number(notices.size());
        for (Notice n : notices) {
            lists.octet(n.kind).number(texts.place(n.process)).number(n.pid);
            lists.number(texts.place(n.brief)).number(texts.place(n.line)).number(texts.place(n.stack));
        }
        lists.number(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            lists.number(texts.place(starts.get(i))).flag(refused.get(i));
        }
        // Only now is known whether a text was cut.
        body.octet(tree).octet(cut | (texts.cut ? Walk.CUT_TEXT : 0)).all(lists);
        body.number(windowCount).all(windows);
        Out out = new Out().octet(Request.STEP);
        texts.write(out);
        return out.all(body).bytes();
    }
}
