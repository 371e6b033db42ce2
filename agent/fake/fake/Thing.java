package fake;

import java.util.ArrayList;
import java.util.List;

/** A view of the made-up app. */
public final class Thing {
    public final String packageName;
    public final String className;
    public String id = "";
    public volatile String text;
    public final int[] bounds;
    public Runnable does;
    public final List<Thing> inside = new ArrayList<Thing>();

    Thing(String packageName, String className, String text, int left, int top, int right, int bottom) {
        this.packageName = packageName;
        this.className = className;
        this.text = text;
        this.bounds = new int[] {left, top, right, bottom};
    }

    Thing at(int x, int y) {
        for (Thing thing : inside) {
            Thing hit = thing.at(x, y);
            if (hit != null) {
                return hit;
            }
        }
        return x >= bounds[0] && y >= bounds[1] && x < bounds[2] && y < bounds[3] ? this : null;
    }
}
