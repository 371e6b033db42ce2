package android.app;

import fake.Device;
import java.util.Collections;
import java.util.List;

/** Up to level 25. */
public class ActivityManagerNative {
    public static Object getDefault() {
        return new Object() {
            public void setActivityController(IActivityController controller) {
                Device.it().controller = controller;
            }

            public List<?> getTasks(int most, int flags, Object receiver) {
                return Collections.singletonList(new ActivityManager.RunningTaskInfo());
            }
        };
    }
}
