package android.app;

import android.content.ComponentName;
import android.os.Build;
import fake.Device;
import java.util.Collections;
import java.util.List;

public class ActivityManager {
    public static class RunningTaskInfo {
        public ComponentName topActivity = Device.it().top();
    }

    static List<?> tasks() {
        return Collections.singletonList(new RunningTaskInfo());
    }

    /** From level 26 on. */
    public static Object getService() {
        if (Build.VERSION.SDK_INT < 26) {
            throw new NoSuchMethodError("getService");
        }
        return Build.VERSION.SDK_INT < 28 ? new ActivityManagerNative.Level24() : new Level28();
    }

    public static class Level28 {
        public void setActivityController(IActivityController controller, boolean monkey) {
            Device.it().control(controller, monkey);
        }

        public List<?> getTasks(int most) {
            return tasks();
        }
    }
}
