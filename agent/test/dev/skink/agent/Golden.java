package dev.skink.agent;

import java.util.LinkedHashMap;
import java.util.Map;

/** The replies of agent/golden, made by the agent's own code. crates/device/tests/agent_golden.rs makes the same. */
final class Golden {
    private static final int PAGE = 0;

    private Golden() {}

    static Map<String, byte[]> replies() {
        Map<String, byte[]> all = new LinkedHashMap<String, byte[]>();
        all.put("reply-hello", Reply.hello(19, 6357, "4.4.2", "Nexus é", false, true, "no size of the display"));
        all.put("reply-done", Reply.done());
        all.put("reply-failed", Reply.failed(Reply.BLOCKED, "a call did not come back"));
        all.put("reply-screenshot", Reply.screenshot(new byte[] {(byte) 0x89, 'P', 'N', 'G'}));
        all.put("reply-no-screenshot", Reply.screenshot(null));
        all.put("reply-look-empty", new Look().encode());
        all.put("reply-look-full", full().encode());
        return all;
    }

    /** Two windows, every list, and what apps do to texts and bounds. */
    static Look full() {
        Look look = new Look();
        look.performed = Look.BLOCKED;
        look.busy = true;
        look.performMillis = 27;
        look.settleMillis = 334;
        look.lookMillis = 5000;
        look.events = 519;
        look.rotation = 1;
        look.width = 800;
        look.height = 600;
        look.packageName = "com.example";
        look.activity = "com.example.Main";
        look.tree = Look.TREE_SEEN;
        look.cut = Walk.CUT_LAGS;
        look.toasts.add("Saved ✓");
        look.notices.add(new Look.Notice(Look.Notice.JAVA, "com.example", 5946, "a.B", "a.B: why",
                "a.B: why\n\tat com.example.Main.go(Main.java:4)\n"));
        look.notices.add(new Look.Notice(Look.Notice.EARLY_ANR, "com.example", 5947, "", "slow", ""));
        look.starts.add("com.example");
        look.refused.add(false);
        look.starts.add("com.android.camera");
        look.refused.add(true);

        PlainNode field = new PlainNode("android.widget.EditText").at(-10, 40, 900, 88).says("h\u00e9llo \u6f22\u5b57 \ud83d\ude00 \ud83d half");
        field.id = "com.example:id/title";
        field.hint = "Title";
        field.flags |= Node.CLICKABLE | Node.FOCUSED | Node.LONG_CLICKABLE;
        field.drawingOrder = 2;
        PlainNode hidden = new PlainNode("android.widget.Button").at(0, 90, 10, 100).says("hidden");
        hidden.visible = false;
        PlainNode beside = new PlainNode("com.example.Chart").at(0, 700, 800, 900).says("line\nbreak");
        beside.description = "chart";
        beside.flags = Node.CHECKABLE | Node.CHECKED | Node.SELECTED | Node.SCROLLABLE | Node.PASSWORD;
        PlainNode row = new PlainNode("android.widget.LinearLayout").at(0, 40, 800, 100).with(field, null, hidden);
        PlainNode root = new PlainNode("android.widget.FrameLayout").at(0, 0, 800, 600).with(row, hidden, beside);

        Walk walk = new Walk(look.texts, look.width, look.height, 100, System.nanoTime() + 60000000000L);
        Out tree = new Out();
        walk.tree(root, tree);
        look.window(175, PAGE, true, true, 21000, 0, "Notes", "com.example.Main", "com.example",
                new int[] {0, 0, 800, 600}, tree);
        Out none = new Out();
        walk.tree(null, none);
        look.window(-3, Kinds.KEYBOARD, false, false, -1, 0, "", "", "", new int[] {0, 300, 800, 600}, none);
        return look;
    }
}
