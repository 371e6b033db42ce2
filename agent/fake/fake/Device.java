package fake;

import android.app.IActivityController;
import android.app.UiAutomation;
import android.content.ClipData;
import android.content.ComponentName;
import android.content.Intent;
import android.os.Build;
import android.os.SystemClock;
import android.view.InputEvent;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A device with one app, made up after what a real Android 4.4 was seen to do: events come while an input is handled,
 * a tree cannot be read while the app's thread is busy, a hang is one only when another event waits behind it. The
 * agent's own code runs on it in tests, unchanged.
 */
public final class Device {
    private static final String APP = "com.example";
    private static final Device IT = new Device();

    public volatile UiAutomation.OnAccessibilityEventListener listener;
    public volatile IActivityController controller;
    public volatile Thing focus;
    public volatile boolean selected;
    public volatile String clipboard = "";
    public volatile int rotation;

    private final ExecutorService app = Executors.newSingleThreadExecutor(new java.util.concurrent.ThreadFactory() {
        @Override
        public Thread newThread(Runnable work) {
            Thread thread = new Thread(work, "app");
            thread.setDaemon(true);
            return thread;
        }
    });
    private final List<Pane> panes = new ArrayList<Pane>();
    private volatile CountDownLatch hang;
    private volatile int nullRoots;
    private volatile int laggingRoots;
    private Thing pressed;
    private float pressedX;
    private float pressedY;

    private Device() {
        panes.add(home());
        panes.add(main());
    }

    public static Device it() {
        return IT;
    }

    public synchronized Pane front() {
        return panes.get(panes.size() - 1);
    }

    public synchronized ComponentName top() {
        return new ComponentName(front().root.packageName, front().activity);
    }

    /** From level 21 on: the windows that can be touched. */
    public synchronized List<AccessibilityWindowInfo> windows() {
        List<AccessibilityWindowInfo> windows = new ArrayList<AccessibilityWindowInfo>();
        windows.add(new AccessibilityWindowInfo(seen(), true));
        return windows;
    }

    /** The system is late to know which window is in front. */
    private synchronized Pane seen() {
        return laggingRoots > 0 && --laggingRoots >= 0 ? panes.get(panes.size() - 2) : front();
    }

    public AccessibilityNodeInfo root(Pane pane) {
        CountDownLatch busy = hang;
        if (busy != null) {
            // Android gives up after 5 s; so long no test waits.
            SystemClock.sleep(5000);
            return null;
        }
        synchronized (this) {
            if (nullRoots > 0) {
                nullRoots--;
                return null;
            }
            Pane shown = Build.VERSION.SDK_INT < 21 ? seen() : pane;
            return new AccessibilityNodeInfo(shown.root, shown.id);
        }
    }

    /** As a monkey, an app could tell that it is tested. */
    public void control(IActivityController by, boolean monkey) {
        if (monkey) {
            throw new IllegalStateException("no monkey is wanted");
        }
        controller = by;
    }

    /** Only the shell may, in its own name. */
    public void copy(ClipData clip, String caller) {
        if (!"com.android.shell".equals(caller)) {
            throw new SecurityException("who is " + caller);
        }
        clipboard = clip.text.toString();
    }

    public boolean turn(int to) {
        rotation = Math.max(0, to);
        announce(front());
        return true;
    }

    private void send(int type, String className, String... texts) {
        UiAutomation.OnAccessibilityEventListener to = listener;
        if (to != null) {
            Pane front = front();
            to.onAccessibilityEvent(
                    new AccessibilityEvent(type, front.id, front.root.packageName, className, texts));
        }
    }

    public void changed() {
        send(AccessibilityEvent.TYPE_WINDOW_CONTENT_CHANGED, "android.widget.FrameLayout");
    }

    private void announce(Pane pane) {
        send(AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED, pane.className);
    }

    private void show(Pane pane) {
        synchronized (this) {
            panes.add(pane);
            focus = null;
        }
        announce(pane);
    }

    /** The app's windows go. */
    private void die() {
        synchronized (this) {
            while (panes.size() > 1) {
                panes.remove(panes.size() - 1);
            }
        }
        announce(front());
        CountDownLatch busy = hang;
        hang = null;
        if (busy != null) {
            busy.countDown();
        }
    }

    public boolean inject(final InputEvent event, boolean sync) {
        if (Boolean.getBoolean("noinput")) {
            throw new SecurityException("Injecting to another application requires INJECT_EVENTS permission");
        }
        if (hang != null && event instanceof KeyEvent && !sync) {
            notResponding();
            return true;
        }
        Future<?> handled = app.submit(new Runnable() {
            @Override
            public void run() {
                handle(event);
            }
        });
        if (sync) {
            try {
                handled.get();
            } catch (InterruptedException e) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        return true;
    }

    private void notResponding() {
        try {
            controller.appEarlyNotResponding(APP, 77, "keyDispatchingTimedOut");
            if (controller.appNotResponding(APP, 77, "ANR in " + APP + "\nReason: keyDispatchingTimedOut\n") < 0) {
                die();
            }
        } catch (RuntimeException e) {
            throw new IllegalStateException(e);
        }
    }

    private void handle(InputEvent event) {
        if (event instanceof MotionEvent) {
            MotionEvent touch = (MotionEvent) event;
            Thing hit = front().root.at((int) touch.places[0].x, (int) touch.places[0].y);
            float away = Math.abs(touch.places[0].x - pressedX) + Math.abs(touch.places[0].y - pressedY);
            if (touch.action == MotionEvent.ACTION_DOWN) {
                pressed = hit;
                pressedX = touch.places[0].x;
                pressedY = touch.places[0].y;
            } else if (away > 16 || touch.places.length > 1) {
                // A finger that moves, or a second one, is no tap.
                pressed = null;
            } else if (touch.action == MotionEvent.ACTION_UP && hit != null && hit == pressed) {
                click(hit);
            }
        } else if (((KeyEvent) event).action == KeyEvent.ACTION_UP && ((KeyEvent) event).code == 4) {
            back();
        } else if (((KeyEvent) event).action == KeyEvent.ACTION_UP && ((KeyEvent) event).code == 3) {
            Pane home = home();
            ComponentName launcher = new ComponentName(home.root.packageName, home.activity);
            if (controller.activityStarting(new Intent(launcher, true), home.root.packageName)) {
                show(home);
            }
        }
    }

    private void click(Thing thing) {
        send(AccessibilityEvent.TYPE_VIEW_CLICKED, thing.className);
        if (thing.className.endsWith("EditText")) {
            focus = thing;
            changed();
        } else if (thing.does != null) {
            // As Android does: the click is a message of its own, after the touch.
            app.submit(thing.does);
        }
    }

    private void back() {
        synchronized (this) {
            if (panes.size() > 1) {
                panes.remove(panes.size() - 1);
            }
        }
        announce(front());
    }

    private static Pane home() {
        return new Pane("com.android.launcher3.Launcher", "com.android.launcher3.Launcher",
                new Thing("com.android.launcher3", "android.widget.FrameLayout", "Home", 0, 0, 800, 600));
    }

    private static Pane page(String packageName, String activity, String text) {
        Thing root = new Thing(packageName, "android.widget.FrameLayout", "", 0, 0, 800, 600);
        root.inside.add(new Thing(packageName, "android.widget.TextView", text, 0, 550, 800, 600));
        return new Pane(activity, activity, root);
    }

    private Pane main() {
        Pane main = page(APP, APP + ".Main", "main");
        final Thing name = new Thing(APP, "android.widget.EditText", "old", 0, 0, 800, 50);
        name.id = APP + ":id/name";
        main.root.inside.add(name);
        String[] labels = {"dialog", "crash", "hang", "toast", "camera", "slow", "null", "lag", "covered", "stale"};
        for (int i = 0; i < labels.length; i++) {
            final String label = labels[i];
            Thing button = new Thing(APP, "android.widget.Button", label, 0, 50 + 50 * i, 800, 100 + 50 * i);
            button.does = new Runnable() {
                @Override
                public void run() {
                    Device.this.run(label);
                }
            };
            main.root.inside.add(button);
        }
        return main;
    }

    private void run(String label) {
        if (label.equals("dialog") || label.equals("lag")) {
            Thing root = new Thing(APP, "android.widget.FrameLayout", "", 110, 215, 690, 410);
            root.inside.add(new Thing(APP, "android.widget.Button", "OK", 110, 360, 690, 410));
            laggingRoots = label.equals("lag") ? 6 : 0;
            show(new Pane(APP + ".Main", "android.app.AlertDialog", root));
        } else if (label.equals("crash")) {
            String stack = "java.lang.RuntimeException: wrapped\n\tat com.example.Main.go(Main.java:4)\n"
                    + "Caused by: java.lang.IllegalStateException: bad\n\tat com.example.Main.deep(Main.java:9)\n";
            boolean dialog = controller.appCrashed(APP, 77, "java.lang.IllegalStateException",
                    "java.lang.IllegalStateException: bad", 0, stack);
            if (!dialog) {
                die();
            }
        } else if (label.equals("hang")) {
            CountDownLatch busy = new CountDownLatch(1);
            hang = busy;
            try {
                busy.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        } else if (label.equals("toast")) {
            send(AccessibilityEvent.TYPE_NOTIFICATION_STATE_CHANGED, "android.widget.Toast$TN", "Saved");
        } else if (label.equals("camera")) {
            ComponentName camera = new ComponentName("com.android.camera", "com.android.camera.Camera");
            if (controller.activityStarting(new Intent(camera, false), "com.android.camera")) {
                show(page("com.android.camera", "com.android.camera.Camera", "camera"));
            }
        } else if (label.equals("slow") || label.equals("covered")) {
            if (controller.activityStarting(new Intent(new ComponentName(APP, APP + ".Slow"), false), APP)) {
                if (label.equals("covered")) {
                    // A menu closes, and the page below it has the focus until the new one comes.
                    announce(front());
                }
                SystemClock.sleep(600);
                show(page(APP, APP + ".Slow", "slow page"));
            }
        } else if (label.equals("stale")) {
            // Another app is in front, and the tree stays that of the page before it until it has drawn.
            synchronized (this) {
                laggingRoots = 15;
                panes.add(page("com.android.camera", "com.android.camera.Camera", "camera"));
            }
            changed();
        } else if (label.equals("null")) {
            nullRoots = 3;
            changed();
        }
    }
}
