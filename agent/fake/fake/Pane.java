package fake;

/** A window of the made-up device. */
public final class Pane {
    private static int last = 170;

    public final int id = ++last;
    public final int type = 1;
    public final String activity;
    public final String className;
    public final Thing root;

    Pane(String activity, String className, Thing root) {
        this.activity = activity;
        this.className = className;
        this.root = root;
    }
}
