package dev.skink.agent;

/** One widget as the walk needs it. On the device it is Android's node, in tests a plain one. */
interface Node {
    /** Bits of {@link #flags()}; the same as in crates/gui/src/screen.rs. */
    int CHECKABLE = 1;
    int CHECKED = 1 << 1;
    int CLICKABLE = 1 << 2;
    int ENABLED = 1 << 3;
    int FOCUSABLE = 1 << 4;
    int FOCUSED = 1 << 5;
    int SCROLLABLE = 1 << 6;
    int LONG_CLICKABLE = 1 << 7;
    int PASSWORD = 1 << 8;
    int SELECTED = 1 << 9;
    int EDITABLE = 1 << 10;

    CharSequence className();

    CharSequence id();

    CharSequence text();

    CharSequence description();

    CharSequence hint();

    CharSequence packageName();

    /** Left, top, right and bottom on the screen. */
    void bounds(int[] to);

    int flags();

    int drawingOrder();

    boolean visible();

    int children();

    /** A child, or null where Android gives none: it went while we looked, or its app does not answer. */
    Node child(int i);

    /** It will not be asked again. */
    void release();
}
