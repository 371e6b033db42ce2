package android.view;

public class ViewConfiguration {
    public static int getLongPressTimeout() {
        return 500;
    }
}
