package android.app;

import android.os.IBinder;
import java.util.Collections;
import java.util.List;

/** From level 29 on. */
public interface IActivityTaskManager {
    abstract class Stub {
        public static Object asInterface(IBinder binder) {
            return new Stub() {
                public List<?> getTasks(int most, boolean visible, boolean extras, int display) {
                    return display == -1 ? Collections.singletonList(new ActivityManager.RunningTaskInfo())
                            : Collections.emptyList();
                }
            };
        }
    }
}
