package android.app;

import android.content.ComponentName;
import fake.Device;

public class ActivityManager {
    public static class RunningTaskInfo {
        public ComponentName topActivity = Device.it().top();
    }

    /** From level 26 on. */
    public static Object getService() {
        return new Object() {
            public void setActivityController(IActivityController controller, boolean monkey) {
                Device.it().controller = controller;
            }
        };
    }
}
