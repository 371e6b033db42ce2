package android.content;

import android.os.IBinder;
import fake.Device;

public interface IClipboard {
    abstract class Stub {
        public static Object asInterface(IBinder binder) {
            return new Stub() {
                public void setPrimaryClip(ClipData clip, String caller, String tag, int user, int device) {
                    if (!"com.android.shell".equals(caller) || tag != null) {
                        throw new SecurityException("who is " + caller);
                    }
                    Device.it().clipboard = clip.text.toString();
                }
            };
        }
    }
}
