package android.view.accessibility;

import java.util.ArrayList;
import java.util.List;

public final class AccessibilityEvent {
    public static final int TYPE_VIEW_CLICKED = 1;
    public static final int TYPE_WINDOW_STATE_CHANGED = 32;
    public static final int TYPE_NOTIFICATION_STATE_CHANGED = 64;
    public static final int TYPE_WINDOW_CONTENT_CHANGED = 2048;

    private final int type;
    private final int window;
    private final String packageName;
    private final String className;
    private final List<CharSequence> text = new ArrayList<CharSequence>();

    public AccessibilityEvent(int type, int window, String packageName, String className, String... texts) {
        this.type = type;
        this.window = window;
        this.packageName = packageName;
        this.className = className;
        for (String line : texts) {
            text.add(line);
        }
    }

    public int getEventType() {
        return type;
    }

    public int getWindowId() {
        return window;
    }

    public CharSequence getPackageName() {
        return packageName;
    }

    public CharSequence getClassName() {
        return className;
    }

    public List<CharSequence> getText() {
        return text;
    }
}
