package android.os;

public class Build {
    public static final String MODEL = "made up";

    public static class VERSION {
        public static final int SDK_INT = Integer.getInteger("sdk", 19);
        public static final String RELEASE = "of level " + SDK_INT;
    }
}
