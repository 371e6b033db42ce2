package dev.skink.agent;

import android.app.IActivityController;
import android.content.ComponentName;
import android.content.Intent;
import android.os.Parcel;
import android.os.RemoteException;
import java.util.Collections;
import java.util.Set;

/** Is told by Android of crashes and hangs, and asked whether an activity may start. Calls come on binder threads. */
final class Controller extends IActivityController.Stub {
    private static final int KILL = -1;
    private static final int SHOW = 0;

    private final Happened happened;
    private String watched = "";
    private boolean refuse;
    private boolean dialogs;
    private Set<String> allowed = Collections.emptySet();

    Controller(Happened happened) {
        this.happened = happened;
    }

    synchronized void watch(Request request) {
        watched = request.packageName;
        refuse = request.refuse;
        dialogs = request.dialogs;
        allowed = request.allowed;
    }

    /** Nobody is there who wanted anything refused. */
    synchronized void refuseNothing() {
        refuse = false;
    }

    /** The home screen always may: without it Android has nothing to show where the app ends. */
    private synchronized boolean mayStart(Intent intent, String packageName) {
        boolean isHome = intent != null && intent.hasCategory(Intent.CATEGORY_HOME);
        return !refuse || isHome || packageName == null || packageName.equals(watched) || allowed.contains(packageName);
    }

    private synchronized boolean showsDialogs() {
        return dialogs;
    }

    @Override
    public boolean activityStarting(Intent intent, String packageName) {
        boolean may = mayStart(intent, packageName);
        ComponentName component = intent == null ? null : intent.getComponent();
        happened.start(String.valueOf(packageName), component == null ? null : component.getClassName(), !may);
        // A start is work under way, even before the app sends its first event.
        happened.quiet.event();
        return may;
    }

    /** Refusing would keep the activity that is being left alive, and change what Back does. */
    @Override
    public boolean activityResuming(String packageName) {
        happened.resuming();
        happened.quiet.event();
        return true;
    }

    /** False ends the app at once, without a dialog. */
    @Override
    public boolean appCrashed(String process, int pid, String brief, String line, long time, String stack) {
        boolean isNative = "Native crash".equals(brief);
        happened.notice(new Look.Notice(isNative ? Look.Notice.NATIVE : Look.Notice.JAVA, process, pid, brief, line,
                stack));
        happened.quiet.event();
        return showsDialogs();
    }

    @Override
    public int appEarlyNotResponding(String process, int pid, String annotation) {
        happened.notice(new Look.Notice(Look.Notice.EARLY_ANR, process, pid, "", annotation, ""));
        // To be continued: the stacks come with the call below.
        return SHOW;
    }

    @Override
    public int appNotResponding(String process, int pid, String stats) {
        happened.notice(new Look.Notice(Look.Notice.ANR, process, pid, "", "", stats));
        happened.quiet.event();
        return showsDialogs() ? SHOW : KILL;
    }

    @Override
    public int systemNotResponding(String message) {
        return KILL;
    }

    /** A call that a later Android has added must not end us. */
    @Override
    public boolean onTransact(int code, Parcel data, Parcel reply, int flags) throws RemoteException {
        try {
            return super.onTransact(code, data, reply, flags);
        } catch (AbstractMethodError e) {
            if (reply != null) {
                reply.writeNoException();
                reply.writeInt(1);
            }
            return true;
        }
    }
}
