package dev.skink.agent;

import android.app.ActivityManager;
import android.app.IActivityController;
import android.app.UiAutomation;
import android.content.ClipData;
import android.content.ComponentName;
import android.os.Build;
import android.os.IBinder;
import android.os.Looper;
import android.view.accessibility.AccessibilityNodeInfo;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Every call into Android that its public API of level 23 does not have. A program that app_process starts for the
 * shell may make them: hidden-API rules bind the children of the zygote only.
 *
 * <pre>
 * what                                                   levels
 * UiAutomationConnection() and its disconnect()          19-36
 * UiAutomation(Looper, IUiAutomationConnection)          19-36, deprecated from 34
 * UiAutomation(int display, Looper, connection)          34-36, where the one above is gone
 * UiAutomation.connect()                                 19-36
 * UiAutomation.connect(int flags)                        24-36; 1 = let accessibility services live
 * UiAutomation.disconnect()                              19-36
 * UiAutomation.clearCache()                              34-36, public
 * AccessibilityInteractionClient.getInstance() and
 *   clearCache()                                         19-29
 *   clearCache(int connection), UiAutomation.getConnectionId()   30-33
 * ActivityManagerNative.getDefault()                     19-25
 * ActivityManager.getService()                           26-36
 * IActivityTaskManager.Stub over "activity_task"         29-36
 * IActivityManager.getTasks(int, int, receiver)          19-20
 * IActivityManager.getTasks(int, int)                    21-27
 * IActivityManager.getTasks(int)                         28
 * IActivityTaskManager.getTasks(int)                     29-30
 * IActivityTaskManager.getTasks(int, boolean, boolean)   31-33
 * IActivityTaskManager.getTasks(int, boolean, boolean, int)  33-36
 * setActivityController(controller)                      19-23
 * setActivityController(controller, boolean monkey)      24-36
 * IActivityController.Stub                               19-36, the same six calls
 * DisplayManagerGlobal.getInstance().getDisplayInfo(int) 19-36
 * IClipboard.setPrimaryClip(clip, package, ...)          19-36, more strings and numbers with every few levels
 * ServiceManager.getService(String)                      19-36
 * AccessibilityNodeInfo.getDrawingOrder()                24-36, public
 * AccessibilityNodeInfo.getHintText()                    26-36, public
 * AccessibilityWindowInfo.getTitle()                     24-36, public
 * AccessibilityWindowInfo.getDisplayId()                 33-36, public
 * </pre>
 */
final class Hidden {
    /** The name by which the shell is known to other services. */
    private static final String SHELL = "com.android.shell";
    private static final int DEFAULT_DISPLAY = 0;
    private static final int ANY_DISPLAY = -1;

    private static final Method DRAWING_ORDER = publicMethod(AccessibilityNodeInfo.class, "getDrawingOrder");
    private static final Method HINT = publicMethod(AccessibilityNodeInfo.class, "getHintText");
    private static Method windowTitle;
    private static Method windowDisplay;

    static {
        if (Build.VERSION.SDK_INT >= 21) {
            windowTitle = publicMethod(windowClass(), "getTitle");
            windowDisplay = publicMethod(windowClass(), "getDisplayId");
        }
    }

    private static Object connection;
    private static Object activities;
    private static Object tasks;
    private static Method getTasks;

    private Hidden() {}

    /** Android's way to see and touch everything, not connected yet. */
    static UiAutomation automation(Looper looper) throws Exception {
        Class<?> connectionClass = Class.forName("android.app.UiAutomationConnection");
        Constructor<?> make = connectionClass.getDeclaredConstructor();
        make.setAccessible(true);
        connection = make.newInstance();
        Class<?> connectionType = Class.forName("android.app.IUiAutomationConnection");
        try {
            Constructor<UiAutomation> c = UiAutomation.class.getDeclaredConstructor(Looper.class, connectionType);
            c.setAccessible(true);
            return c.newInstance(looper, connection);
        } catch (NoSuchMethodException e) {
            Constructor<UiAutomation> c =
                    UiAutomation.class.getDeclaredConstructor(int.class, Looper.class, connectionType);
            c.setAccessible(true);
            return c.newInstance(DEFAULT_DISPLAY, looper, connection);
        }
    }

    /** Connects to the accessibility layer. Only one program of a device can at a time: then an exception says so. */
    static void connect(UiAutomation automation) throws Exception {
        try {
            Method connect = UiAutomation.class.getDeclaredMethod("connect", int.class);
            connect.setAccessible(true);
            // 1: other accessibility services live on, so that the app under test behaves as for its users.
            invoke(connect, automation, 1);
        } catch (NoSuchMethodException e) {
            Method connect = UiAutomation.class.getDeclaredMethod("connect");
            connect.setAccessible(true);
            invoke(connect, automation);
        }
    }

    static void disconnect(UiAutomation automation) {
        try {
            Method disconnect = UiAutomation.class.getDeclaredMethod("disconnect");
            disconnect.setAccessible(true);
            disconnect.invoke(automation);
        } catch (Exception e) {
            // The system drops us when the process ends.
            Main.log("disconnect: " + e);
        }
    }

    /** Undoes a connection that Android did not finish in time: to it we are registered, to ourselves we are not. */
    static void undoConnect() {
        try {
            Method disconnect = connection.getClass().getDeclaredMethod("disconnect");
            disconnect.setAccessible(true);
            disconnect.invoke(connection);
        } catch (Exception e) {
            Main.log("undoing the connection: " + e);
        }
    }

    /** Forgets what was read of the trees, where they seem to be old. */
    static void clearCache(UiAutomation automation) {
        try {
            if (Build.VERSION.SDK_INT >= 34) {
                UiAutomation.class.getMethod("clearCache").invoke(automation);
                return;
            }
            Class<?> type = Class.forName("android.view.accessibility.AccessibilityInteractionClient");
            Object client = type.getMethod("getInstance").invoke(null);
            Method clear = named(client, "clearCache");
            if (clear.getParameterTypes().length == 0) {
                clear.invoke(client);
            } else {
                clear.invoke(client, UiAutomation.class.getMethod("getConnectionId").invoke(automation));
            }
        } catch (Exception e) {
            // A cache that cannot be cleared is cleared by the events of the app.
            return;
        }
    }

    private static IBinder service(String name) throws Exception {
        return (IBinder) Class.forName("android.os.ServiceManager").getMethod("getService", String.class)
                .invoke(null, name);
    }

    private static Object asInterface(String type, String name) throws Exception {
        return Class.forName(type + "$Stub").getMethod("asInterface", IBinder.class).invoke(null, service(name));
    }

    private static synchronized Object activities() throws Exception {
        if (activities == null) {
            if (Build.VERSION.SDK_INT >= 26) {
                Method get = ActivityManager.class.getDeclaredMethod("getService");
                get.setAccessible(true);
                activities = get.invoke(null);
            } else {
                activities = Class.forName("android.app.ActivityManagerNative").getMethod("getDefault").invoke(null);
            }
        }
        return activities;
    }

    /** Runs something when Android's own process dies: then nothing here works any more. */
    static void whenAndroidDies(final Runnable what) throws Exception {
        service("activity").linkToDeath(new IBinder.DeathRecipient() {
            @Override
            public void binderDied() {
                what.run();
            }
        }, 0);
    }

    /** The activity in front, or null. */
    static synchronized ComponentName foreground() throws Exception {
        if (getTasks == null) {
            tasks = Build.VERSION.SDK_INT >= 29 ? asInterface("android.app.IActivityTaskManager", "activity_task")
                    : activities();
            getTasks = named(tasks, "getTasks");
        }
        Class<?>[] types = getTasks.getParameterTypes();
        Object[] values = new Object[types.length];
        values[0] = 1;
        for (int i = 1; i < types.length; i++) {
            // The second number are flags, the fourth a display.
            values[i] = types[i] == boolean.class ? (Object) false
                    : types[i] == int.class ? (Object) (i == 3 ? ANY_DISPLAY : 0) : null;
        }
        List<?> list = (List<?>) invoke(getTasks, tasks, values);
        if (list == null || list.isEmpty()) {
            return null;
        }
        return ((ActivityManager.RunningTaskInfo) list.get(0)).topActivity;
    }

    /** Makes it the one who is told of crashes and asked about starts; null for nobody. */
    static void setController(IActivityController controller) throws Exception {
        Object manager = activities();
        Method set = named(manager, "setActivityController");
        if (set.getParameterTypes().length == 1) {
            invoke(set, manager, controller);
        } else {
            // Not as a monkey: apps can ask, and behave otherwise.
            invoke(set, manager, controller, false);
        }
    }

    /** Quarter turns, width and height of the default display as it is turned now. */
    static int[] display() throws Exception {
        Class<?> type = Class.forName("android.hardware.display.DisplayManagerGlobal");
        Object global = type.getMethod("getInstance").invoke(null);
        Object info = type.getMethod("getDisplayInfo", int.class).invoke(global, DEFAULT_DISPLAY);
        return new int[] {number(info, "rotation"), number(info, "logicalWidth"), number(info, "logicalHeight")};
    }

    private static int number(Object of, String field) throws Exception {
        Field f = of.getClass().getDeclaredField(field);
        f.setAccessible(true);
        return f.getInt(of);
    }

    /** Puts a text on the clipboard, in the name of the shell. */
    static void setClipboard(String text) throws Exception {
        Object clipboard = asInterface("android.content.IClipboard", "clipboard");
        Method set = named(clipboard, "setPrimaryClip");
        Class<?>[] types = set.getParameterTypes();
        Object[] values = new Object[types.length];
        boolean named = false;
        for (int i = 0; i < types.length; i++) {
            if (types[i] == ClipData.class) {
                values[i] = ClipData.newPlainText("", text);
            } else if (types[i] == String.class) {
                // The first is who calls, the second a tag.
                values[i] = named ? null : SHELL;
                named = true;
            } else {
                // User and device: the first.
                values[i] = 0;
            }
        }
        invoke(set, clipboard, values);
    }

    static int drawingOrder(AccessibilityNodeInfo node) {
        Object order = ask(DRAWING_ORDER, node);
        return order instanceof Integer ? (Integer) order : 0;
    }

    static CharSequence hint(AccessibilityNodeInfo node) {
        return (CharSequence) ask(HINT, node);
    }

    static CharSequence title(Object window) {
        return (CharSequence) ask(windowTitle, window);
    }

    static int displayOf(Object window) {
        Object display = ask(windowDisplay, window);
        return display instanceof Integer ? (Integer) display : DEFAULT_DISPLAY;
    }

    private static Object ask(Method method, Object of) {
        if (method == null) {
            return null;
        }
        try {
            return method.invoke(of);
        } catch (Exception e) {
            return null;
        }
    }

    /** By name, because on level 19 and 20 there is no such class to name in the code. */
    private static Class<?> windowClass() {
        try {
            return Class.forName("android.view.accessibility.AccessibilityWindowInfo");
        } catch (ClassNotFoundException e) {
            return Object.class;
        }
    }

    private static Method publicMethod(Class<?> type, String name) {
        try {
            return type.getMethod(name);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** The method of that name with the most parameters: levels add to them, vendors keep the older one. */
    private static Method named(Object of, String name) throws NoSuchMethodException {
        Method best = null;
        for (Method method : of.getClass().getMethods()) {
            if (method.getName().equals(name) && (best == null
                    || method.getParameterTypes().length > best.getParameterTypes().length)) {
                best = method;
            }
        }
        if (best == null) {
            throw new NoSuchMethodException(of.getClass().getName() + "." + name);
        }
        best.setAccessible(true);
        return best;
    }

    /** With the exception that was thrown there, not the one that wraps it. */
    private static Object invoke(Method method, Object on, Object... values) throws Exception {
        try {
            return method.invoke(on, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception) {
                throw (Exception) e.getCause();
            }
            throw e;
        }
    }
}
