package android.app;

import android.os.Build;
import fake.Device;
import java.util.List;

/** Up to level 25; its calls changed twice. */
public class ActivityManagerNative {
    public static Object getDefault() {
        return Build.VERSION.SDK_INT < 21 ? new Level19() : Build.VERSION.SDK_INT < 24 ? new Level21() : new Level24();
    }

    public static class Level19 {
        public void setActivityController(IActivityController controller) {
            Device.it().control(controller, false);
        }

        public List<?> getTasks(int most, int flags, Object receiver) {
            return receiver == null ? ActivityManager.tasks() : null;
        }
    }

    public static class Level21 {
        public void setActivityController(IActivityController controller) {
            Device.it().control(controller, false);
        }

        public List<?> getTasks(int most, int flags) {
            return flags == 0 ? ActivityManager.tasks() : null;
        }
    }

    public static class Level24 {
        public void setActivityController(IActivityController controller, boolean monkey) {
            Device.it().control(controller, monkey);
        }

        public List<?> getTasks(int most, int flags) {
            return flags == 0 ? ActivityManager.tasks() : null;
        }
    }
}
