package dev.skink.agent;

import android.app.UiAutomation;
import android.graphics.Rect;
import android.os.Build;
import android.os.Bundle;
import android.os.SystemClock;
import android.view.InputDevice;
import android.view.InputEvent;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.ViewConfiguration;
import android.view.accessibility.AccessibilityNodeInfo;

/**
 * Does to the device what was asked. Events are injected synchronously, so that what follows is a consequence; an app
 * that hangs lets such a call wait for up to 30 s: callers bound it.
 */
final class Hands {
    private static final int ACTION_SET_TEXT = 0x200000;
    private static final String SET_TEXT_ARGUMENT = "ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE";
    /** A finger's way takes this long; at this speed lists fling. */
    private static final int SWIPE_MILLIS = 200;
    /** A scroll is slower and rests before it ends, so that nothing flings. */
    private static final int SCROLL_MILLIS = 300;
    private static final int REST_MILLIS = 120;
    private static final int MOVE_MILLIS = 10;
    private static final long FOCUS_MILLIS = 1500;
    /** A field with the focus that is not at the point: the keyboard has pushed it away, or it opened elsewhere. */
    private static final long MOVED_MILLIS = 400;

    private final UiAutomation automation;
    private final Happened happened;

    Hands(UiAutomation automation, Happened happened) {
        this.automation = automation;
        this.happened = happened;
    }

    /** One of the outcomes of {@link Look}. */
    int perform(Request r) throws Exception {
        switch (r.perform) {
            case Request.TAP:
                return outcome(tap(r.left, r.top));
            case Request.LONG_TAP:
                return outcome(hold(r.left, r.top, r.number));
            case Request.TYPE:
                return type(r.left, r.top, r.text);
            case Request.SCROLL:
                // What lies below comes into view when the finger moves up.
                return outcome(across(r, r.direction ^ 1, SCROLL_MILLIS, REST_MILLIS));
            case Request.SWIPE:
                return outcome(across(r, r.direction, SWIPE_MILLIS, 0));
            case Request.DRAG:
                return outcome(drag(r.left, r.top, r.right, r.bottom, r.number, 0));
            case Request.PINCH:
                return outcome(pinch(r));
            case Request.KEY:
                return outcome(key(r.number, r.meta));
            case Request.ROTATE:
                return outcome(automation.setRotation(Hidden.display()[0] == 0 ? UiAutomation.ROTATION_FREEZE_90
                        : UiAutomation.ROTATION_FREEZE_0));
            case Request.TURN:
                return outcome(automation.setRotation(r.number > 3 ? UiAutomation.ROTATION_UNFREEZE : r.number));
            case Request.GLOBAL:
                return outcome(automation.performGlobalAction(r.number));
            case Request.WAIT:
                Thread.sleep(r.number);
                return Look.DONE;
            default:
                return Look.DONE;
        }
    }

    private static int outcome(boolean taken) {
        return taken ? Look.DONE : Look.REFUSED;
    }

    /** How long an act takes by itself, apart from what Android needs. */
    static long length(Request r) {
        switch (r.perform) {
            case Request.WAIT:
            case Request.DRAG:
                return r.number;
            case Request.LONG_TAP:
                return holdMillis(r.number);
            case Request.TYPE:
                // A key each, where nothing better is possible.
                return FOCUS_MILLIS + 150L * r.text.length();
            default:
                return 1000;
        }
    }

    /**
     * Android calls an app hung only when another event waits for 5 s behind one that is not finished. A key without
     * a meaning is such an event; twice, because events that follow closely do not count.
     */
    void nudge() {
        for (int i = 0; i < 2; i++) {
            long now = SystemClock.uptimeMillis();
            automation.injectInputEvent(keyEvent(now, KeyEvent.ACTION_DOWN, KeyEvent.KEYCODE_SHIFT_LEFT, 0), false);
            automation.injectInputEvent(keyEvent(now, KeyEvent.ACTION_UP, KeyEvent.KEYCODE_SHIFT_LEFT, 0), false);
            SystemClock.sleep(700);
        }
    }

    private boolean inject(InputEvent event) {
        return automation.injectInputEvent(event, true);
    }

    private boolean tap(int x, int y) {
        long down = SystemClock.uptimeMillis();
        return inject(touch(down, MotionEvent.ACTION_DOWN, x, y)) & inject(touch(down, MotionEvent.ACTION_UP, x, y));
    }

    private static int holdMillis(int asked) {
        return asked > 0 ? asked : Math.max(600, ViewConfiguration.getLongPressTimeout() + 250);
    }

    private boolean hold(int x, int y, int millis) throws InterruptedException {
        long down = SystemClock.uptimeMillis();
        if (!inject(touch(down, MotionEvent.ACTION_DOWN, x, y))) {
            return false;
        }
        Thread.sleep(holdMillis(millis));
        return inject(touch(down, MotionEvent.ACTION_UP, x, y));
    }

    /** Through the middle of a rectangle, away from its borders: there the system has gestures of its own. */
    private boolean across(Request r, int direction, int millis, int rest) throws InterruptedException {
        int x = r.left + (r.right - r.left) / 2;
        int y = r.top + (r.bottom - r.top) / 2;
        int dx = (r.right - r.left) * 3 / 10;
        int dy = (r.bottom - r.top) * 3 / 10;
        switch (direction) {
            case Request.UP:
                return drag(x, y + dy, x, y - dy, millis, rest);
            case Request.DOWN:
                return drag(x, y - dy, x, y + dy, millis, rest);
            case Request.LEFT:
                return drag(x + dx, y, x - dx, y, millis, rest);
            default:
                return drag(x - dx, y, x + dx, y, millis, rest);
        }
    }

    private boolean drag(int x1, int y1, int x2, int y2, int millis, int rest) throws InterruptedException {
        long down = SystemClock.uptimeMillis();
        if (!inject(touch(down, MotionEvent.ACTION_DOWN, x1, y1))) {
            return false;
        }
        for (long gone = 0; gone < millis; gone = SystemClock.uptimeMillis() - down) {
            float part = (float) gone / millis;
            // Asynchronous: an app that is slow to draw must not make the finger slow.
            automation.injectInputEvent(touch(down, MotionEvent.ACTION_MOVE, x1 + (x2 - x1) * part,
                    y1 + (y2 - y1) * part), false);
            Thread.sleep(MOVE_MILLIS);
        }
        automation.injectInputEvent(touch(down, MotionEvent.ACTION_MOVE, x2, y2), false);
        if (rest > 0) {
            Thread.sleep(rest);
            automation.injectInputEvent(touch(down, MotionEvent.ACTION_MOVE, x2, y2), false);
        }
        return inject(touch(down, MotionEvent.ACTION_UP, x2, y2));
    }

    private boolean pinch(Request r) throws InterruptedException {
        float x = (r.left + r.right) / 2f;
        float y = (r.top + r.bottom) / 2f;
        float far = Math.min(r.right - r.left, r.bottom - r.top) * 0.4f;
        float near = far * 0.2f;
        float from = r.open ? near : far;
        float to = r.open ? far : near;
        long down = SystemClock.uptimeMillis();
        int second = 1 << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
        if (!inject(touch(down, MotionEvent.ACTION_DOWN, x - from, y))) {
            return false;
        }
        inject(touches(down, MotionEvent.ACTION_POINTER_DOWN | second, x - from, y, x + from, y));
        for (long gone = 0; gone < SCROLL_MILLIS; gone = SystemClock.uptimeMillis() - down) {
            float now = from + (to - from) * gone / SCROLL_MILLIS;
            automation.injectInputEvent(touches(down, MotionEvent.ACTION_MOVE, x - now, y, x + now, y), false);
            Thread.sleep(MOVE_MILLIS);
        }
        inject(touches(down, MotionEvent.ACTION_MOVE, x - to, y, x + to, y));
        inject(touches(down, MotionEvent.ACTION_POINTER_UP | second, x - to, y, x + to, y));
        return inject(touch(down, MotionEvent.ACTION_UP, x - to, y));
    }

    private static MotionEvent touch(long down, int action, float x, float y) {
        return touches(down, action, x, y);
    }

    /** Fingers on the screen, x and y of each. */
    private static MotionEvent touches(long down, int action, float... places) {
        int fingers = places.length / 2;
        MotionEvent.PointerProperties[] properties = new MotionEvent.PointerProperties[fingers];
        MotionEvent.PointerCoords[] coordinates = new MotionEvent.PointerCoords[fingers];
        for (int i = 0; i < fingers; i++) {
            properties[i] = new MotionEvent.PointerProperties();
            properties[i].id = i;
            properties[i].toolType = MotionEvent.TOOL_TYPE_FINGER;
            coordinates[i] = new MotionEvent.PointerCoords();
            coordinates[i].x = places[2 * i];
            coordinates[i].y = places[2 * i + 1];
            coordinates[i].pressure = 1;
            coordinates[i].size = 1;
        }
        return MotionEvent.obtain(down, SystemClock.uptimeMillis(), action, fingers, properties, coordinates, 0, 0, 1,
                1, 0, 0, InputDevice.SOURCE_TOUCHSCREEN, 0);
    }

    private boolean key(int code, int meta) {
        long down = SystemClock.uptimeMillis();
        return inject(keyEvent(down, KeyEvent.ACTION_DOWN, code, meta))
                & inject(keyEvent(down, KeyEvent.ACTION_UP, code, meta));
    }

    private static KeyEvent keyEvent(long down, int action, int code, int meta) {
        return new KeyEvent(down, SystemClock.uptimeMillis(), action, code, 0, meta, KeyCharacterMap.VIRTUAL_KEYBOARD,
                0, KeyEvent.FLAG_FROM_SYSTEM, InputDevice.SOURCE_KEYBOARD);
    }

    /** Focuses the field with a tap, as a user does, and replaces its text. */
    private int type(int x, int y, String text) throws Exception {
        if (!tap(x, y)) {
            return Look.REFUSED;
        }
        AccessibilityNodeInfo field = field(x, y);
        if (field == null) {
            return Look.NO_FIELD;
        }
        if (Build.VERSION.SDK_INT >= 21) {
            Bundle arguments = new Bundle();
            arguments.putCharSequence(SET_TEXT_ARGUMENT, text);
            if (field.performAction(ACTION_SET_TEXT, arguments)) {
                return Look.DONE;
            }
        }
        selectAll(field);
        if (text.length() == 0) {
            return outcome(key(KeyEvent.KEYCODE_DEL, 0));
        }
        return paste(field, text) || keys(text) ? Look.DONE : Look.NO_TEXT;
    }

    /** The field with the focus, once it is the one at the point; else whichever has the focus in the end. */
    private AccessibilityNodeInfo field(int x, int y) throws InterruptedException {
        long start = SystemClock.uptimeMillis();
        for (;;) {
            long events = happened.quiet.count();
            AccessibilityNodeInfo root = automation.getRootInActiveWindow();
            AccessibilityNodeInfo field = root == null ? null : root.findFocus(AccessibilityNodeInfo.FOCUS_INPUT);
            boolean usable = field != null && (field.isEditable() || Walk.takesText(field.getClassName()));
            if (usable) {
                Rect bounds = new Rect();
                field.getBoundsInScreen(bounds);
                if (bounds.contains(x, y)) {
                    return field;
                }
            }
            if (SystemClock.uptimeMillis() - start >= (usable ? MOVED_MILLIS : FOCUS_MILLIS)) {
                return usable ? field : null;
            }
            happened.quiet.next(events, 100);
        }
    }

    private static void selectAll(AccessibilityNodeInfo field) {
        CharSequence old = field.getText();
        if (old != null && old.length() > 0) {
            Bundle range = new Bundle();
            range.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_START_INT, 0);
            range.putInt(AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_END_INT, old.length());
            field.performAction(AccessibilityNodeInfo.ACTION_SET_SELECTION, range);
        }
    }

    /** Four times as fast as keys, and the only way to letters that no key has. */
    private static boolean paste(AccessibilityNodeInfo field, String text) {
        try {
            Hidden.setClipboard(text);
        } catch (Exception e) {
            Main.once("no clipboard: " + e);
            return false;
        }
        return field.performAction(AccessibilityNodeInfo.ACTION_PASTE);
    }

    private boolean keys(String text) {
        KeyCharacterMap map = KeyCharacterMap.load(KeyCharacterMap.VIRTUAL_KEYBOARD);
        KeyEvent[] events = map.getEvents(text.toCharArray());
        if (events == null) {
            return false;
        }
        boolean taken = true;
        for (KeyEvent event : events) {
            taken &= inject(KeyEvent.changeTimeRepeat(event, SystemClock.uptimeMillis(), 0));
        }
        return taken;
    }
}
