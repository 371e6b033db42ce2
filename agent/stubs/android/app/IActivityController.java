package android.app;

import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;
import android.os.IInterface;

/** The shape of a hidden class, for the compiler only: the device has the real one, with its own call numbers. */
public interface IActivityController extends IInterface {
    boolean activityStarting(Intent intent, String packageName);

    boolean activityResuming(String packageName);

    boolean appCrashed(String process, int pid, String brief, String line, long time, String stack);

    int appEarlyNotResponding(String process, int pid, String annotation);

    int appNotResponding(String process, int pid, String stats);

    int systemNotResponding(String message);

    abstract class Stub extends Binder implements IActivityController {
        @Override
        public IBinder asBinder() {
            return this;
        }
    }
}
