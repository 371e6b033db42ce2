package android.content;

import android.os.Build;
import android.os.IBinder;
import fake.Device;

public interface IClipboard {
    abstract class Stub {
        public static Object asInterface(IBinder binder) {
            return Build.VERSION.SDK_INT < 34 ? new Level19() : new Level34();
        }
    }

    class Level19 {
        public void setPrimaryClip(ClipData clip, String caller) {
            Device.it().copy(clip, caller);
        }
    }

    class Level34 {
        public void setPrimaryClip(ClipData clip, String caller, String tag, int user, int device) {
            Device.it().copy(clip, caller);
        }
    }
}
