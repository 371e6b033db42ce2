package android.view.accessibility;

import android.graphics.Rect;
import fake.Pane;

public final class AccessibilityWindowInfo {
    public static final int TYPE_APPLICATION = 1;

    private final Pane pane;
    private final boolean active;

    public AccessibilityWindowInfo(Pane pane, boolean active) {
        this.pane = pane;
        this.active = active;
    }

    public int getId() {
        return pane.id;
    }

    public int getType() {
        return pane.type;
    }

    public boolean isActive() {
        return active;
    }

    public boolean isFocused() {
        return active;
    }

    public int getLayer() {
        return pane.id;
    }

    public CharSequence getTitle() {
        return pane.className;
    }

    public void getBoundsInScreen(Rect to) {
        to.set(pane.root.bounds);
    }

    public AccessibilityNodeInfo getRoot() {
        return fake.Device.it().root(pane);
    }
}
