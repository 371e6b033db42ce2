package dev.skink.agent;

/** What kind a window is. Android tells little: its type from API 21 on, the class that announced it, its place. */
final class Kinds {
    static final int PAGE = 0;
    static final int DIALOG = 1;
    static final int MENU = 2;
    static final int KEYBOARD = 3;
    static final int SYSTEM = 4;

    /** Android's types of windows; 0 where it tells none. */
    static final int APPLICATION = 1;
    static final int INPUT_METHOD = 2;

    private Kinds() {}

    /**
     * @param type Android's type of the window, 0 for unknown
     * @param packageName of its root
     * @param className that announced it, empty for unknown
     * @param activity the class of the activity in front, empty for unknown
     * @param bounds of the window
     */
    static int of(int type, String packageName, String className, String activity, int[] bounds, int width,
            int height) {
        if (type == INPUT_METHOD) {
            return KEYBOARD;
        }
        if (type > INPUT_METHOD || isSystem(packageName)) {
            return SYSTEM;
        }
        String name = Walk.shortName(className);
        boolean isActivity = className.length() > 0 && className.equals(activity);
        if (!isActivity && (className.contains("Dialog") || className.contains("BottomSheet"))) {
            return DIALOG;
        }
        if (!isActivity && (className.contains("Popup") || className.contains(".menu.") || name.contains("Menu")
                || name.contains("DropDown"))) {
            return MENU;
        }
        long wide = 100L * (bounds[2] - bounds[0]);
        long high = 100L * (bounds[3] - bounds[1]);
        if (wide >= 90L * width && high >= 70L * height) {
            return PAGE;
        }
        // Half of a split screen is full in one direction.
        boolean split = wide >= 98L * width || high >= 98L * height;
        return isActivity && split ? PAGE : DIALOG;
    }

    /** The system's dialogs, its bars and its lock. */
    static boolean isSystem(String packageName) {
        return packageName.equals("android") || packageName.equals("com.android.systemui")
                || packageName.equals("com.android.keyguard") || packageName.endsWith(".packageinstaller")
                || packageName.endsWith(".permissioncontroller");
    }
}
