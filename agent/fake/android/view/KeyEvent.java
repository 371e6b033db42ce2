package android.view;

public class KeyEvent extends InputEvent {
    public static final int ACTION_DOWN = 0;
    public static final int ACTION_UP = 1;
    public static final int KEYCODE_SHIFT_LEFT = 59;
    public static final int KEYCODE_DEL = 67;
    public static final int FLAG_FROM_SYSTEM = 8;

    public final int action;
    public final int code;

    public KeyEvent(long down, long at, int action, int code, int repeat, int meta, int device, int scan, int flags,
            int source) {
        this.action = action;
        this.code = code;
    }

    public static KeyEvent changeTimeRepeat(KeyEvent event, long at, int repeat) {
        return event;
    }
}
