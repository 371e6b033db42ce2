package android.app;

import android.os.Build;
import android.os.IBinder;
import java.util.List;

/** From level 29 on; its call changed twice. */
public interface IActivityTaskManager {
    abstract class Stub {
        public static Object asInterface(IBinder binder) {
            return Build.VERSION.SDK_INT < 31 ? new Level29()
                    : Build.VERSION.SDK_INT < 33 ? new Level31() : new Level33();
        }
    }

    class Level29 {
        public List<?> getTasks(int most) {
            return ActivityManager.tasks();
        }
    }

    class Level31 {
        public List<?> getTasks(int most, boolean visible, boolean extras) {
            return ActivityManager.tasks();
        }
    }

    class Level33 {
        /** Minus one is every display. */
        public List<?> getTasks(int most, boolean visible, boolean extras, int display) {
            return display == -1 ? ActivityManager.tasks() : null;
        }
    }
}
