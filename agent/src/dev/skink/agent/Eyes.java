package dev.skink.agent;

import android.app.UiAutomation;
import android.content.ComponentName;
import android.graphics.Bitmap;
import android.graphics.Rect;
import android.os.Build;
import android.view.accessibility.AccessibilityNodeInfo;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Looks at the device. Every call here may block for seconds: callers bound it. */
final class Eyes {
    /** A root that is null is asked for again this long: a page that changes has none for a moment. */
    private static final long ABSENT_MILLIS = 2000;
    /** So long a window that was announced is looked for before the one below it is taken for what is in front. */
    private static final long LAG_MILLIS = 800;
    private static final long PAUSE_MILLIS = 50;
    /** Android waits 5 s for an app to show its tree; one that took nearly as long and gave none was blocked. */
    private static final long BLOCKED_MILLIS = 4000;

    /** One window before its tree is read. */
    static final class Seen {
        int id;
        int type;
        boolean active;
        boolean focused;
        int layer;
        int display;
        String title = "";
        int[] bounds;
        AccessibilityNodeInfo root;
    }

    private final UiAutomation automation;
    private final Happened happened;

    Eyes(UiAutomation automation, Happened happened) {
        this.automation = automation;
        this.happened = happened;
    }

    static boolean seesAllWindows() {
        return Build.VERSION.SDK_INT >= 21;
    }

    /** A look that has everything but what was done before it. */
    Look look(int widgets, boolean everyWindow, long millis) throws InterruptedException {
        long start = System.nanoTime();
        Look look = new Look();
        List<Seen> windows = find(look, everyWindow, Math.min(millis / 2, ABSENT_MILLIS));
        front(look);
        Walk walk = new Walk(look.texts, look.width, look.height, widgets, start + millis * 800000L);
        // The front window first, so that it is the others that are cut.
        for (Seen window : windows) {
            if (window.active) {
                read(window, look, walk);
            }
        }
        for (Seen window : windows) {
            if (!window.active) {
                read(window, look, walk);
            }
        }
        look.cut |= walk.cut;
        return look;
    }

    /** Which activity is in front, and how the display is turned. */
    void front(Look look) {
        try {
            int[] display = Hidden.display();
            look.rotation = display[0];
            look.width = display[1];
            look.height = display[2];
        } catch (Exception e) {
            Main.once("no size of the display: " + e);
        }
        try {
            ComponentName top = Hidden.foreground();
            if (top != null) {
                look.packageName = top.getPackageName();
                look.activity = top.getClassName();
            }
        } catch (Exception e) {
            Main.once("no activity in front: " + e);
        }
    }

    /** The windows; waits a little where there is none, or where one was announced and is not there yet. */
    private List<Seen> find(Look look, boolean everyWindow, long millis) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + millis * 1000000L;
        long lagEnd = start + Math.min(millis, LAG_MILLIS) * 1000000L;
        for (int tries = 1;; tries++) {
            long events = happened.quiet.count();
            int announced = happened.lastWindow();
            long asked = System.nanoTime();
            List<Seen> windows = windows(everyWindow);
            if (isStale(windows)) {
                windows.clear();
            }
            boolean seen = !windows.isEmpty();
            boolean blocked = !seen && System.nanoTime() - asked > BLOCKED_MILLIS * 1000000L;
            boolean lags = seen && announced != -1 && !contains(windows, announced);
            look.tree = seen ? Look.TREE_SEEN : blocked ? Look.TREE_BLOCKED : Look.TREE_ABSENT;
            if (seen && !lags) {
                return windows;
            }
            if (System.nanoTime() - (lags ? lagEnd : end) > 0) {
                if (lags) {
                    look.cut |= Walk.CUT_LAGS;
                    happened.forgetWindow(announced);
                }
                return windows;
            }
            if (tries % 4 == 2) {
                Hidden.clearCache(automation);
            }
            happened.quiet.next(events, PAUSE_MILLIS);
        }
    }

    /**
     * Before level 21 the active window stays the old one until the new one has the focus, which it gets when it has
     * drawn: the tree is another app's than the activity in front, and what is touched there is not what is seen. The
     * system's own windows have no activity.
     */
    private static boolean isStale(List<Seen> windows) {
        if (seesAllWindows() || windows.isEmpty()) {
            return false;
        }
        try {
            ComponentName top = Hidden.foreground();
            CharSequence owner = windows.get(0).root.getPackageName();
            return top != null && owner != null && !Kinds.isSystem(owner.toString())
                    && !top.getPackageName().equals(owner.toString());
        } catch (Exception e) {
            return false;
        }
    }

    /** Empty where the front window has no tree. */
    private List<Seen> windows(boolean everyWindow) {
        List<Seen> windows = seesAllWindows() ? Windows.all(automation, everyWindow) : new ArrayList<Seen>();
        for (Seen window : windows) {
            if (window.active && window.root != null) {
                return windows;
            }
        }
        AccessibilityNodeInfo root = automation.getRootInActiveWindow();
        if (root == null) {
            return new ArrayList<Seen>();
        }
        for (Seen window : windows) {
            window.active = window.id == root.getWindowId();
            if (window.active) {
                window.root = root;
                return windows;
            }
        }
        Seen only = new Seen();
        only.id = root.getWindowId();
        only.active = true;
        only.focused = true;
        only.root = root;
        Rect rect = new Rect();
        root.getBoundsInScreen(rect);
        only.bounds = new int[] {rect.left, rect.top, rect.right, rect.bottom};
        windows.add(0, only);
        return windows;
    }

    private static boolean contains(List<Seen> windows, int id) {
        for (Seen window : windows) {
            if (window.id == id) {
                return true;
            }
        }
        return false;
    }

    private void read(Seen window, Look look, Walk walk) {
        CharSequence owner = window.root == null ? "" : window.root.getPackageName();
        String packageName = owner == null ? "" : owner.toString();
        String className = happened.announced(window.id);
        int kind = Kinds.of(window.type, packageName, className, look.activity, window.bounds, look.width,
                look.height);
        Out tree = new Out();
        walk.tree(AndroidNode.of(window.root), tree);
        look.window(window.id, kind, window.active, window.focused, window.layer, window.display, window.title,
                className, packageName, window.bounds, tree);
    }

    /** A PNG file, or null: Android refuses, or its drivers cannot. */
    byte[] picture() {
        Bitmap bitmap = automation.takeScreenshot();
        if (bitmap == null) {
            return null;
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        boolean written = bitmap.compress(Bitmap.CompressFormat.PNG, 100, file);
        bitmap.recycle();
        return written ? file.toByteArray() : null;
    }
}
