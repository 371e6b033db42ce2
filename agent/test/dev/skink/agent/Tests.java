package dev.skink.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/**
 * Tests of what needs no Android: {@code Tests GOLDEN-FOLDER [--write]}. Every method that begins with "test" is one;
 * each is named for the behaviour it pins. With --write the golden replies are written instead of compared.
 */
public final class Tests {
    private final Path golden;
    private final boolean write;

    private Tests(Path golden, boolean write) {
        this.golden = golden;
        this.write = write;
    }

    public static void main(String[] arguments) throws Exception {
        Tests tests = new Tests(Paths.get(arguments[0]), arguments.length > 1 && arguments[1].equals("--write"));
        int count = 0;
        for (Method method : Tests.class.getDeclaredMethods()) {
            if (method.getName().startsWith("test")) {
                try {
                    method.invoke(tests);
                } catch (InvocationTargetException e) {
                    System.err.println("FAILED " + method.getName());
                    e.getCause().printStackTrace();
                    System.exit(1);
                }
                count++;
            }
        }
        System.out.println(count + " tests of the agent passed");
    }

    private static void same(Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }

    private static void isTrue(boolean holds) {
        same(true, holds);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    void testRepliesAreTheGoldenOnes() throws Exception {
        for (Map.Entry<String, byte[]> reply : Golden.replies().entrySet()) {
            Path file = golden.resolve(reply.getKey() + ".bin");
            if (write) {
                Files.write(file, reply.getValue());
            } else if (!Arrays.equals(Files.readAllBytes(file), reply.getValue())) {
                throw new AssertionError(file + " differs from what the agent writes");
            }
        }
    }

    private Request read(String name) throws Exception {
        return Request.read(Files.readAllBytes(golden.resolve("request-" + name + ".bin")));
    }

    void testGoldenRequestsAreUnderstood() throws Exception {
        same(2, read("hello").version);
        same(Request.SCREENSHOT, read("screenshot").kind);
        same(Request.PING, read("ping").kind);
        same(Request.QUIT, read("quit").kind);
        Request watch = read("watch");
        same("com.example", watch.packageName);
        isTrue(watch.refuse && !watch.dialogs);
        same(2, watch.allowed.size());
        isTrue(watch.allowed.contains("com.android.permissioncontroller"));
    }

    void testGoldenStepsAreUnderstood() throws Exception {
        Request tap = read("tap");
        same("150 120 3000 6000 6000 5000", tap.first + " " + tap.quiet + " " + tap.most + " " + tap.act + " "
                + tap.look + " " + tap.widgets);
        isTrue(!tap.everyWindow);
        same(300, tap.step);
        same("1 400 -5", tap.perform + " " + tap.left + " " + tap.top);
        Request hold = read("long-tap");
        same("2 1 2 900", hold.perform + " " + hold.left + " " + hold.top + " " + hold.number);
        Request type = read("type");
        same("3 h\u00e9llo \u6f22\u5b57 \ud83d\ude00 \"q\"", type.perform + " " + type.text);
        Request scroll = read("scroll");
        same("4 0 100 800 600 1", scroll.perform + " " + scroll.left + " " + scroll.top + " " + scroll.right + " "
                + scroll.bottom + " " + scroll.direction);
        same(Request.LEFT, read("swipe").direction);
        Request drag = read("drag");
        same("6 1 2 3 4 250", drag.perform + " " + drag.left + " " + drag.top + " " + drag.right + " " + drag.bottom
                + " " + drag.number);
        isTrue(read("pinch").open);
        Request key = read("key");
        same("8 82 4096", key.perform + " " + key.number + " " + key.meta);
        same(Request.ROTATE, read("rotate").perform);
        same(255, read("turn").number);
        same(4, read("global").number);
        same(2000, read("wait").number);
        Request nothing = read("nothing");
        isTrue(nothing.perform == Request.NOTHING && nothing.everyWindow);
        same(Integer.MAX_VALUE, nothing.widgets);
        same(0, nothing.step);
    }

    void testAnyDamagedRequestIsRefusedAndNotACrash() throws Exception {
        byte[] whole = Files.readAllBytes(golden.resolve("request-type.bin"));
        for (int i = 0; i < whole.length; i++) {
            try {
                Request.read(Arrays.copyOf(whole, i));
                throw new AssertionError("a request cut at " + i + " was read");
            } catch (In.Wrong e) {
                // As it should be.
            }
            for (int value = 0; value < 256; value++) {
                byte[] damaged = whole.clone();
                damaged[i] = (byte) value;
                try {
                    Request.read(damaged);
                } catch (In.Wrong e) {
                    // As it should be.
                }
            }
        }
    }

    void testHalvesOfEmojiBecomeReplacementCharacters() {
        isTrue(Arrays.equals(bytes('a', 0xef, 0xbf, 0xbd, 'b'), Out.utf8("a\ud83db", 100)));
        isTrue(Arrays.equals(bytes(0xef, 0xbf, 0xbd), Out.utf8("\ude00", 100)));
        isTrue(Arrays.equals(bytes(0xf0, 0x9f, 0x98, 0x80), Out.utf8("\ud83d\ude00", 100)));
        isTrue(Arrays.equals(bytes(0), Out.utf8("\0", 100)));
    }

    void testOtherTextsAreWrittenAsThePlatformWritesThem() throws Exception {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c < 0x11000; c += 7) {
            if (c < 0xd800 || c > 0xdfff) {
                all.appendCodePoint(c);
            }
        }
        isTrue(Arrays.equals(all.toString().getBytes("UTF-8"), Out.utf8(all, Integer.MAX_VALUE)));
    }

    void testATextIsCutBetweenCharacters() {
        isTrue(Arrays.equals(bytes('a'), Out.utf8("a\u00e9", 2)));
        isTrue(Arrays.equals(bytes('a', 0xc3, 0xa9), Out.utf8("a\u00e9", 3)));
    }

    void testALongTextIsCutAndSaidToBe() {
        char[] book = new char[Texts.MOST + 10];
        Arrays.fill(book, 'x');
        Texts texts = new Texts();
        texts.place("short");
        isTrue(!texts.cut);
        texts.place(new String(book, 0, Texts.MOST));
        isTrue(!texts.cut);
        texts.place(new String(book));
        isTrue(texts.cut);
    }

    void testATextIsWrittenOnce() {
        Texts texts = new Texts();
        same(0, texts.place(null));
        same(0, texts.place(""));
        same(1, texts.place("a"));
        same(2, texts.place("b"));
        same(1, texts.place(new StringBuilder("a")));
    }

    private static int walked(PlainNode root, int widgets, long deadline, int expectedCut) throws Exception {
        Out out = new Out();
        Walk walk = new Walk(new Texts(), 800, 600, widgets, deadline);
        walk.tree(root, out);
        same(expectedCut, walk.cut);
        return new In(out.bytes()).number();
    }

    private static long inAMinute() {
        return System.nanoTime() + 60000000000L;
    }

    void testMoreWidgetsThanAskedForAreCut() throws Exception {
        PlainNode root = new PlainNode("L");
        for (int i = 0; i < 10; i++) {
            root.with(new PlainNode("B"));
        }
        same(11, walked(root, 11, inAMinute(), 0));
        same(5, walked(root, 5, inAMinute(), Walk.CUT_WIDGETS));
    }

    void testADeepTreeIsCutAndATreeWithoutEndEnds() throws Exception {
        PlainNode root = new PlainNode("L");
        root.with(root);
        same(Walk.MOST_DEPTH, walked(root, 100000, inAMinute(), Walk.CUT_DEPTH));
    }

    void testWhenTheTimeIsOverTheRestIsCut() throws Exception {
        PlainNode root = new PlainNode("L").with(new PlainNode("B"));
        same(1, walked(root, 100, System.nanoTime() - 1, Walk.CUT_TIME));
    }

    void testEveryNodeIsReleased() throws Exception {
        PlainNode hidden = new PlainNode("B");
        hidden.visible = false;
        PlainNode shown = new PlainNode("B");
        PlainNode root = new PlainNode("L").with(hidden, shown);
        same(2, walked(root, 100, inAMinute(), 0));
        isTrue(hidden.released && shown.released && root.released);
    }

    void testFieldsAreKnownByTheirClass() {
        isTrue(Walk.takesText("android.widget.EditText"));
        isTrue(Walk.takesText("androidx.appcompat.widget.AppCompatMultiAutoCompleteTextView"));
        isTrue(Walk.takesText("com.example.Form$MyEditText"));
        isTrue(!Walk.takesText("com.EditText.Button"));
        isTrue(!Walk.takesText(null));
    }

    private static int kind(int type, String packageName, String className, int... bounds) {
        return Kinds.of(type, packageName, className, "a.b.Main", bounds, 800, 600);
    }

    void testKindsOfWindows() {
        // Window classes and bounds as a real Android 4.4 announced them.
        same(Kinds.PAGE, kind(0, "a.b", "a.b.Main", 0, 0, 800, 600));
        same(Kinds.DIALOG, kind(0, "a.b", "android.app.AlertDialog", 110, 215, 690, 410));
        same(Kinds.SYSTEM, kind(0, "android", "com.android.server.am.AppErrorDialog", 110, 200, 690, 400));
        same(Kinds.SYSTEM, kind(0, "com.android.keyguard", "android.widget.FrameLayout", 0, 0, 800, 600));
        same(Kinds.SYSTEM, kind(1, "com.google.android.permissioncontroller", "", 0, 200, 800, 600));
        same(Kinds.MENU, kind(1, "a.b", "android.widget.ListPopupWindow$DropDownListView", 500, 0, 800, 300));
        same(Kinds.MENU, kind(1, "a.b", "com.android.internal.view.menu.ExpandedMenuView", 0, 400, 800, 600));
        same(Kinds.KEYBOARD, kind(2, "com.android.inputmethod.latin", "", 0, 300, 800, 600));
        same(Kinds.SYSTEM, kind(3, "com.android.systemui", "", 0, 0, 800, 24));
    }

    void testAWindowThatNobodySawComeIsKnownByItsPlace() {
        same(Kinds.PAGE, kind(1, "a.b", "", 0, 0, 800, 552));
        same(Kinds.DIALOG, kind(1, "a.b", "", 100, 200, 700, 400));
    }

    void testAnActivityNamedDialogIsAPageAndHalfASplitScreenToo() {
        same(Kinds.PAGE, Kinds.of(1, "a.b", "a.b.DialogList", "a.b.DialogList", new int[] {0, 0, 800, 600}, 800, 600));
        same(Kinds.PAGE, kind(1, "a.b", "a.b.Main", 0, 300, 800, 600));
        same(Kinds.DIALOG, kind(1, "a.b", "a.b.Main", 100, 200, 700, 400));
    }

    void testRestBeginsOnlyAfterTheFirstEventThatFollowsTheAct() throws Exception {
        final Quiet quiet = new Quiet();
        quiet.event();
        long before = quiet.count();
        Thread app = new Thread() {
            @Override
            public void run() {
                try {
                    Thread.sleep(60);
                } catch (InterruptedException e) {
                    return;
                }
                quiet.event();
            }
        };
        app.start();
        isTrue(quiet.settle(before, 20000, 5, 30000));
        same(before + 1, quiet.count());
        app.join();
    }

    void testAScreenOnWhichNothingHappensRests() throws Exception {
        Quiet quiet = new Quiet();
        isTrue(quiet.settle(quiet.count(), 5, 5, 30000));
    }

    void testAScreenThatNeverRestsIsGivenUp() throws Exception {
        final Quiet quiet = new Quiet();
        final boolean[] over = new boolean[1];
        Thread ticker = new Thread() {
            @Override
            public void run() {
                synchronized (over) {
                    while (!over[0]) {
                        quiet.event();
                        try {
                            over.wait(1);
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }
            }
        };
        ticker.start();
        isTrue(!quiet.settle(quiet.count(), 1000, 60000, 100));
        synchronized (over) {
            over[0] = true;
            over.notifyAll();
        }
        ticker.join();
    }

    void testACallThatBlocksIsLeftBehindAndTheNextOneRuns() throws Exception {
        final CountDownLatch never = new CountDownLatch(1);
        final CountDownLatch ended = new CountDownLatch(1);
        Bounded bounded = new Bounded("test");
        same(7, bounded.call(new Callable<Integer>() {
            @Override
            public Integer call() {
                return 7;
            }
        }, 60000));
        try {
            bounded.call(new Callable<Integer>() {
                @Override
                public Integer call() throws Exception {
                    never.await();
                    ended.countDown();
                    return 0;
                }
            }, 20);
            throw new AssertionError("a call that blocks came back");
        } catch (Bounded.Late e) {
            same(1, Bounded.leftBehind());
        }
        same(8, bounded.call(new Callable<Integer>() {
            @Override
            public Integer call() {
                return 8;
            }
        }, 60000));
        never.countDown();
        ended.await();
        // The count goes down when the thread is done, just after its last word.
        while (Bounded.leftBehind() != 0) {
            Thread.sleep(1);
        }
    }

    void testAnExceptionInABoundedCallIsTheCallers() throws Exception {
        try {
            new Bounded("test").call(new Callable<Integer>() {
                @Override
                public Integer call() {
                    throw new IllegalStateException("not connected");
                }
            }, 60000);
            throw new AssertionError("the exception was swallowed");
        } catch (IllegalStateException e) {
            same("not connected", e.getMessage());
        }
    }

    void testWhatHappenedIsToldOnceAndBounded() {
        Happened happened = new Happened();
        for (int i = 0; i < 1000; i++) {
            happened.toast("t" + i);
            happened.window(i, "C" + i);
        }
        Look look = new Look();
        happened.tell(look);
        same(50, look.toasts.size());
        same("t0", look.toasts.get(0));
        same("", happened.announced(0));
        same("C999", happened.announced(999));
        same(999, happened.lastWindow());
        Look next = new Look();
        happened.tell(next);
        same(0, next.toasts.size());
    }

    void testTheFirstClassThatAnnouncesAWindowIsItsOwn() {
        Happened happened = new Happened();
        happened.window(5, "android.app.AlertDialog");
        happened.window(5, "android.support.v4.widget.DrawerLayout");
        same("android.app.AlertDialog", happened.announced(5));
    }

    void testAnActivityStartIsAwaitedUntilAWindowComes() {
        Happened happened = new Happened();
        happened.start("other", "other.Main", true);
        isTrue(!happened.awaitsWindow());
        happened.start("app", "app.Main", false);
        isTrue(happened.awaitsWindow() && !happened.sawOther());
        happened.window(2, "app.Before");
        isTrue(happened.awaitsWindow() && happened.sawOther());
        happened.window(1, "app.Main");
        isTrue(!happened.awaitsWindow());
        happened.start("app", "app.Main", false);
        isTrue(happened.awaitsWindow() && happened.sawOther());
        happened.resuming();
        happened.window(2, "app.Before");
        isTrue(!happened.awaitsWindow());
    }
}
