package android.view.accessibility;

import android.graphics.Rect;
import android.os.Build;
import android.os.Bundle;
import fake.Device;
import fake.Thing;

/** A look at one of the device's things. */
public class AccessibilityNodeInfo {
    public static final int FOCUS_INPUT = 1;
    public static final int ACTION_PASTE = 0x8000;
    public static final int ACTION_SET_SELECTION = 0x20000;
    private static final int ACTION_SET_TEXT = 0x200000;
    public static final String ACTION_ARGUMENT_SELECTION_START_INT = "ACTION_ARGUMENT_SELECTION_START_INT";
    public static final String ACTION_ARGUMENT_SELECTION_END_INT = "ACTION_ARGUMENT_SELECTION_END_INT";

    private final Thing thing;
    private final int window;
    private boolean recycled;

    public AccessibilityNodeInfo(Thing thing, int window) {
        this.thing = thing;
        this.window = window;
    }

    private Thing thing() {
        if (recycled) {
            throw new IllegalStateException("used after recycle");
        }
        return thing;
    }

    public int getWindowId() {
        return window;
    }

    public CharSequence getClassName() {
        return thing().className;
    }

    public String getViewIdResourceName() {
        return thing().id;
    }

    public CharSequence getText() {
        return thing().text;
    }

    public CharSequence getContentDescription() {
        return null;
    }

    public CharSequence getPackageName() {
        return thing().packageName;
    }

    public void getBoundsInScreen(Rect to) {
        to.set(thing().bounds);
    }

    public boolean isCheckable() {
        return false;
    }

    public boolean isChecked() {
        return false;
    }

    public boolean isClickable() {
        return thing().does != null;
    }

    public boolean isEnabled() {
        return true;
    }

    public boolean isFocusable() {
        return false;
    }

    public boolean isFocused() {
        return Device.it().focus == thing();
    }

    public boolean isScrollable() {
        return false;
    }

    public boolean isLongClickable() {
        return false;
    }

    public boolean isPassword() {
        return false;
    }

    public boolean isSelected() {
        return false;
    }

    public boolean isEditable() {
        return thing().className.endsWith("EditText");
    }

    public boolean isVisibleToUser() {
        return true;
    }

    public int getChildCount() {
        return thing().inside.size();
    }

    public AccessibilityNodeInfo getChild(int i) {
        return new AccessibilityNodeInfo(thing().inside.get(i), window);
    }

    public void recycle() {
        thing();
        recycled = true;
    }

    public AccessibilityNodeInfo findFocus(int kind) {
        Thing focus = Device.it().focus;
        return focus == null ? null : new AccessibilityNodeInfo(focus, window);
    }

    public boolean performAction(int action) {
        return performAction(action, null);
    }

    public boolean performAction(int action, Bundle arguments) {
        Thing field = thing();
        if (action == ACTION_SET_TEXT && Build.VERSION.SDK_INT >= 21) {
            field.text = arguments.get("ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE").toString();
        } else if (action == ACTION_SET_SELECTION) {
            int from = (Integer) arguments.get(ACTION_ARGUMENT_SELECTION_START_INT);
            int to = (Integer) arguments.get(ACTION_ARGUMENT_SELECTION_END_INT);
            Device.it().selected = from == 0 && to == field.text.length();
        } else if (action == ACTION_PASTE) {
            field.text = (Device.it().selected ? "" : field.text) + Device.it().clipboard;
        } else {
            return false;
        }
        Device.it().changed();
        return true;
    }
}
