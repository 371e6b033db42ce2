package android.os;

public final class Looper {
    public static void prepareMainLooper() {}

    public static void loop() {
        SystemClock.sleep(Long.MAX_VALUE);
    }
}
