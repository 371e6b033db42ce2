package dev.skink.agent;

import android.graphics.Rect;
import android.os.Build;
import android.view.accessibility.AccessibilityNodeInfo;

/** Android's node. Every first question to a child may be a call into the app. */
final class AndroidNode implements Node {
    private final AccessibilityNodeInfo node;

    private AndroidNode(AccessibilityNodeInfo node) {
        this.node = node;
    }

    static AndroidNode of(AccessibilityNodeInfo node) {
        return node == null ? null : new AndroidNode(node);
    }

    @Override
    public CharSequence className() {
        return node.getClassName();
    }

    @Override
    public CharSequence id() {
        return node.getViewIdResourceName();
    }

    @Override
    public CharSequence text() {
        return node.getText();
    }

    @Override
    public CharSequence description() {
        return node.getContentDescription();
    }

    @Override
    public CharSequence hint() {
        return Hidden.hint(node);
    }

    @Override
    public CharSequence packageName() {
        return node.getPackageName();
    }

    @Override
    public void bounds(int[] to) {
        Rect rect = new Rect();
        node.getBoundsInScreen(rect);
        to[0] = rect.left;
        to[1] = rect.top;
        to[2] = rect.right;
        to[3] = rect.bottom;
    }

    @Override
    public int flags() {
        return (node.isCheckable() ? CHECKABLE : 0) | (node.isChecked() ? CHECKED : 0)
                | (node.isClickable() ? CLICKABLE : 0) | (node.isEnabled() ? ENABLED : 0)
                | (node.isFocusable() ? FOCUSABLE : 0) | (node.isFocused() ? FOCUSED : 0)
                | (node.isScrollable() ? SCROLLABLE : 0) | (node.isLongClickable() ? LONG_CLICKABLE : 0)
                | (node.isPassword() ? PASSWORD : 0) | (node.isSelected() ? SELECTED : 0)
                | (node.isEditable() ? EDITABLE : 0);
    }

    @Override
    public int drawingOrder() {
        return Hidden.drawingOrder(node);
    }

    @Override
    public boolean visible() {
        return node.isVisibleToUser();
    }

    @Override
    public int children() {
        return node.getChildCount();
    }

    @Override
    public Node child(int i) {
        return of(node.getChild(i));
    }

    @Override
    public void release() {
        // Later Androids do nothing here; earlier ones keep a pool.
        if (Build.VERSION.SDK_INT < 33) {
            node.recycle();
        }
    }
}
