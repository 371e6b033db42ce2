package dev.skink.agent;

/** The short replies; the long one is {@link Look}. Numbers as in crates/device/src/agent/request.rs. */
final class Reply {
    static final int VERSION = 0;
    static final int REQUEST = 1;
    static final int ANDROID = 2;
    static final int BLOCKED = 3;

    private static final int DONE = 5;
    private static final int FAILED = 6;

    private Reply() {}

    static byte[] done() {
        return new Out().octet(DONE).bytes();
    }

    static byte[] failed(int why, String message) {
        return new Out().octet(FAILED).octet(why).text(message).bytes();
    }

    /** A PNG file, or null where Android gave no picture. */
    static byte[] screenshot(byte[] png) {
        Out out = new Out().octet(Request.SCREENSHOT).flag(png != null);
        return (png == null ? out : out.all(png)).bytes();
    }

    static byte[] hello(int sdk, int pid, String release, String model, boolean windows, boolean controller,
            String missing) {
        return new Out().octet(Request.HELLO).number(Request.VERSION).number(sdk).number(pid).text(release)
                .text(model).flag(windows).flag(controller).text(missing).bytes();
    }
}
