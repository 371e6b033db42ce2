package android.os;

public class Process {
    public static int myPid() {
        return 4242;
    }

    public static int myUid() {
        return 2000;
    }

    /** There is nobody here to kill. */
    public static void killProcess(int pid) {}
}
