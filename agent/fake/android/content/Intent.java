package android.content;

public class Intent {
    public static final String CATEGORY_HOME = "android.intent.category.HOME";

    private final ComponentName component;
    private final boolean home;

    public Intent(ComponentName component, boolean home) {
        this.component = component;
        this.home = home;
    }

    public ComponentName getComponent() {
        return component;
    }

    public boolean hasCategory(String category) {
        return home && category.equals(CATEGORY_HOME);
    }
}
