package dev.skink.agent;

import android.app.UiAutomation;
import android.view.accessibility.AccessibilityEvent;

/** Reads Android's accessibility events: whether the screen rests, toasts, and which class announced a window. */
final class Events implements UiAutomation.OnAccessibilityEventListener {
    private static final String SYSTEM_UI = "com.android.systemui";

    private final Happened happened;

    Events(Happened happened) {
        this.happened = happened;
    }

    @Override
    public void onAccessibilityEvent(AccessibilityEvent event) {
        try {
            read(event);
        } catch (RuntimeException e) {
            // One odd event must not end the stream of them.
            Main.once("an event could not be read: " + e);
        }
    }

    private void read(AccessibilityEvent event) {
        int type = event.getEventType();
        String className = String.valueOf(event.getClassName());
        String packageName = String.valueOf(event.getPackageName());
        if (type == AccessibilityEvent.TYPE_NOTIFICATION_STATE_CHANGED) {
            if (className.startsWith("android.widget.Toast")) {
                happened.toast(text(event));
            }
            // Toasts and notifications come from nowhere: they say nothing of the screen's rest.
            return;
        }
        if (type == AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED && !className.contains("inputmethodservice")) {
            happened.window(event.getWindowId(), className);
        }
        // The clock and the signal bars never rest.
        if (type != AccessibilityEvent.TYPE_WINDOW_CONTENT_CHANGED || !packageName.equals(SYSTEM_UI)) {
            happened.quiet.event();
        }
    }

    private static String text(AccessibilityEvent event) {
        StringBuilder text = new StringBuilder();
        for (CharSequence part : event.getText()) {
            text.append(text.length() > 0 && part != null ? "\n" : "").append(part == null ? "" : part);
        }
        return text.toString();
    }
}
