package dev.skink.agent;

/**
 * Writes the tree below a node: widgets in document order, each with its depth. What Android's own dump leaves out is
 * left out here too (children that are not visible, and what lies off the display of a widget's bounds), so that
 * both ways give the same screen; the index keeps the gaps. Bounded in widgets, depth and time: every widget that is
 * not in the cache is a call into the app.
 */
final class Walk {
    static final int CUT_WIDGETS = 1;
    static final int CUT_DEPTH = 1 << 1;
    static final int CUT_TEXT = 1 << 2;
    static final int CUT_TIME = 1 << 3;
    static final int CUT_LAGS = 1 << 4;

    /** Android itself overflows its stack near 90 to 200 levels. */
    static final int MOST_DEPTH = 250;

    private final Texts texts;
    private final int width;
    private final int height;
    private final long deadline;
    private final int[] bounds = new int[4];
    private int widgetsLeft;

    /** What is missing so far. */
    int cut;

    private Out out;
    private int count;

    /** With the display's size, and the time by {@link System#nanoTime} when to stop. */
    Walk(Texts texts, int width, int height, int widgets, long deadline) {
        this.texts = texts;
        this.width = width;
        this.height = height;
        this.widgetsLeft = widgets;
        this.deadline = deadline;
    }

    /** The number of widgets and then the widgets; nothing but a zero for null. */
    void tree(Node root, Out to) {
        out = new Out();
        count = 0;
        if (root != null) {
            walk(root, 0, 0);
        }
        to.number(count).all(out);
    }

    private void walk(Node node, int depth, int index) {
        count++;
        widgetsLeft--;
        widget(node, depth, index);
        int children = node.children();
        for (int i = 0; i < children; i++) {
            if (stop(depth)) {
                break;
            }
            Node child = node.child(i);
            if (child == null) {
                continue;
            }
            if (child.visible()) {
                walk(child, depth + 1, i);
            } else {
                child.release();
            }
        }
        node.release();
    }

    private boolean stop(int depth) {
        int why = widgetsLeft <= 0 ? CUT_WIDGETS : depth + 1 >= MOST_DEPTH ? CUT_DEPTH
                : System.nanoTime() - deadline > 0 ? CUT_TIME : 0;
        cut |= why;
        return why != 0;
    }

    private void widget(Node node, int depth, int index) {
        CharSequence className = node.className();
        out.number(depth);
        out.number(texts.place(className));
        out.number(texts.place(node.id()));
        out.number(texts.place(node.text()));
        out.number(texts.place(node.description()));
        out.number(texts.place(node.hint()));
        out.number(texts.place(node.packageName()));
        node.bounds(bounds);
        clip();
        for (int i = 0; i < 4; i++) {
            out.signed(bounds[i]);
        }
        int flags = node.flags();
        if (takesText(className)) {
            flags |= Node.EDITABLE;
        }
        out.number(flags);
        out.number(index);
        out.number(node.drawingOrder());
    }

    /** To the display, unless it lies beside it altogether: what Android's dump does. */
    private void clip() {
        if (width <= 0 || height <= 0) {
            return;
        }
        if (bounds[0] < width && bounds[2] > 0 && bounds[1] < height && bounds[3] > 0) {
            bounds[0] = Math.max(bounds[0], 0);
            bounds[1] = Math.max(bounds[1], 0);
            bounds[2] = Math.min(bounds[2], width);
            bounds[3] = Math.min(bounds[3], height);
        }
    }

    /** The rule that readers of dumps use, which do not say what can be edited. */
    static boolean takesText(CharSequence className) {
        String name = shortName(className);
        return name.contains("EditText") || name.contains("AutoCompleteTextView");
    }

    static String shortName(CharSequence className) {
        String name = className == null ? "" : className.toString();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }
}
