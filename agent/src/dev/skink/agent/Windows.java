package dev.skink.agent;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.graphics.Rect;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.ArrayList;
import java.util.List;

/** All windows, from API 21 on. A class of its own, because level 19 does not know the types in it. */
final class Windows {
    private Windows() {}

    /** Asks Android for all windows from now on. */
    static void askForAll(UiAutomation automation) {
        AccessibilityServiceInfo info = automation.getServiceInfo();
        if (info != null) {
            info.flags |= AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS
                    | AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS
                    | AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS;
            automation.setServiceInfo(info);
        }
    }

    /** The windows from the nearest, with the roots of those that matter. */
    static List<Eyes.Seen> all(UiAutomation automation, boolean everyRoot) {
        List<Eyes.Seen> all = new ArrayList<Eyes.Seen>();
        for (AccessibilityWindowInfo window : automation.getWindows()) {
            Eyes.Seen seen = new Eyes.Seen();
            seen.id = window.getId();
            seen.type = window.getType();
            seen.active = window.isActive();
            seen.focused = window.isFocused();
            seen.layer = window.getLayer();
            seen.display = Hidden.displayOf(window);
            CharSequence title = Hidden.title(window);
            seen.title = title == null ? "" : title.toString();
            Rect rect = new Rect();
            window.getBoundsInScreen(rect);
            seen.bounds = new int[] {rect.left, rect.top, rect.right, rect.bottom};
            if (everyRoot || seen.active || seen.type == AccessibilityWindowInfo.TYPE_APPLICATION) {
                seen.root = window.getRoot();
            }
            all.add(seen);
        }
        return all;
    }
}
