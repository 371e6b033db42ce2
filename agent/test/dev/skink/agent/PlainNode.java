package dev.skink.agent;

import java.util.ArrayList;
import java.util.List;

/** A widget that is only data. */
final class PlainNode implements Node {
    final String className;
    String id = "";
    String text = "";
    String description = "";
    String hint = "";
    String packageName = "com.example";
    int[] bounds = {0, 0, 0, 0};
    int flags = ENABLED;
    int drawingOrder;
    boolean visible = true;
    boolean released;
    final List<PlainNode> children = new ArrayList<PlainNode>();

    PlainNode(String className) {
        this.className = className;
    }

    PlainNode with(PlainNode... more) {
        for (PlainNode child : more) {
            children.add(child);
        }
        return this;
    }

    PlainNode at(int left, int top, int right, int bottom) {
        bounds = new int[] {left, top, right, bottom};
        return this;
    }

    PlainNode says(String what) {
        text = what;
        return this;
    }

    @Override
    public CharSequence className() {
        return className;
    }

    @Override
    public CharSequence id() {
        return id;
    }

    @Override
    public CharSequence text() {
        return text;
    }

    @Override
    public CharSequence description() {
        return description;
    }

    @Override
    public CharSequence hint() {
        return hint;
    }

    @Override
    public CharSequence packageName() {
        return packageName;
    }

    @Override
    public void bounds(int[] to) {
        System.arraycopy(bounds, 0, to, 0, 4);
    }

    @Override
    public int flags() {
        return flags;
    }

    @Override
    public int drawingOrder() {
        return drawingOrder;
    }

    @Override
    public boolean visible() {
        return visible;
    }

    @Override
    public int children() {
        return children.size();
    }

    @Override
    public Node child(int i) {
        return children.get(i);
    }

    @Override
    public void release() {
        released = true;
    }
}
