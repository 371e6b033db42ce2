package android.app;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.graphics.Bitmap;
import android.os.Looper;
import android.view.InputEvent;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import fake.Device;
import java.util.List;

public final class UiAutomation {
    public static final int ROTATION_FREEZE_0 = 0;
    public static final int ROTATION_FREEZE_90 = 1;
    public static final int ROTATION_UNFREEZE = -2;

    public interface OnAccessibilityEventListener {
        void onAccessibilityEvent(AccessibilityEvent event);
    }

    private AccessibilityServiceInfo info = new AccessibilityServiceInfo();

    public UiAutomation(Looper looper, IUiAutomationConnection connection) {}

    private static int slow = Integer.getInteger("slow", 0);
    static boolean registered;
    private boolean connected;

    /** One at a time; so many tries take Android too long, and leave it half done. */
    public void connect() {
        if (registered) {
            throw new IllegalStateException("UiAutomationService already registered!");
        }
        registered = true;
        if (slow-- > 0) {
            throw new RuntimeException("Error while connecting UiAutomation");
        }
        connected = true;
    }

    public void disconnect() {
        if (!connected) {
            throw new IllegalStateException("UiAutomation not connected!");
        }
        registered = false;
    }

    public void setOnAccessibilityEventListener(OnAccessibilityEventListener listener) {
        Device.it().listener = listener;
    }

    public AccessibilityServiceInfo getServiceInfo() {
        return info;
    }

    public void setServiceInfo(AccessibilityServiceInfo info) {
        this.info = info;
    }

    public List<AccessibilityWindowInfo> getWindows() {
        return Device.it().windows();
    }

    public AccessibilityNodeInfo getRootInActiveWindow() {
        return Device.it().root(Device.it().front());
    }

    public boolean injectInputEvent(InputEvent event, boolean sync) {
        return Device.it().inject(event, sync);
    }

    public boolean setRotation(int rotation) {
        return Device.it().turn(rotation);
    }

    public boolean performGlobalAction(int action) {
        return true;
    }

    public Bitmap takeScreenshot() {
        return null;
    }
}
