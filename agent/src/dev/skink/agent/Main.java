package dev.skink.agent;

import android.app.UiAutomation;
import android.net.LocalServerSocket;
import android.net.LocalSocket;
import android.net.LocalSocketAddress;
import android.os.HandlerThread;
import android.os.Looper;
import android.os.Process;
import android.os.SystemClock;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.TreeSet;

/**
 * The program that app_process starts on the device: {@code app_process / dev.skink.agent.Main [SOCKET [SECONDS]]}. It
 * ends an agent that was left over, connects to Android, listens on an abstract socket and ends itself when nobody
 * asked it for anything for so many seconds. What it writes is for the log that its starter keeps.
 */
public final class Main {
    private static final String SOCKET = "skink-agent";
    private static final int IDLE_SECONDS = 600;
    private static final int CONNECT_TRIES = 10;
    private static final int SLOW_TRIES = 3;
    private static final int LISTEN_TRIES = 20;

    private static final TreeSet<String> SAID = new TreeSet<String>();
    private static UiAutomation automation;
    private static boolean controls;

    private Main() {}

    public static void main(String[] arguments) {
        String socket = arguments.length > 0 ? arguments[0] : SOCKET;
        int idleSeconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : IDLE_SECONDS;
        try {
            endOthers(socket);
            start(socket, idleSeconds);
        } catch (Throwable e) {
            log("cannot start: " + e);
            System.exit(1);
        }
        // Parts of Android want a main looper that runs.
        Looper.loop();
    }

    private static void start(final String socket, int idleSeconds) throws Exception {
        Looper.prepareMainLooper();
        Happened happened = new Happened();
        connect();
        automation.setOnAccessibilityEventListener(new Events(happened));
        if (Eyes.seesAllWindows()) {
            Windows.askForAll(automation);
        }
        Controller controller = new Controller(happened);
        Exception refusal = null;
        try {
            Hidden.setController(controller);
            controls = true;
        } catch (Exception e) {
            refusal = e;
        }
        Hidden.whenAndroidDies(new Runnable() {
            @Override
            public void run() {
                log("ending: Android's system process died");
                Runtime.getRuntime().halt(3);
            }
        });
        final LocalServerSocket listener = listen(socket);
        final Server server = new Server(automation, happened, controller, controls);
        log("serving " + socket + " version " + Request.VERSION + " pid " + Process.myPid());
        if (refusal != null) {
            // Only now: an exception in the log before that line means that there is no agent.
            once("no activity controller: " + refusal);
        }
        Thread accepting = new Thread("accept") {
            @Override
            public void run() {
                try {
                    server.run(listener);
                } catch (IOException e) {
                    end("the socket failed: " + e);
                }
            }
        };
        accepting.start();
        watchIdle(server, idleSeconds);
    }

    private static void watchIdle(final Server server, final int seconds) {
        Thread thread = new Thread("idle") {
            @Override
            public void run() {
                // One who is connected may think for longer.
                while (server.idleMillis() < seconds * (server.hasHost() ? 6000L : 1000L)) {
                    SystemClock.sleep(1000);
                }
                end("nobody came for " + seconds + " s");
            }
        };
        thread.setDaemon(true);
        thread.start();
    }

    /** The name of one that was just killed is taken for a moment. */
    private static LocalServerSocket listen(String socket) throws Exception {
        for (int tries = 1;; tries++) {
            try {
                return new LocalServerSocket(socket);
            } catch (IOException e) {
                if (tries == LISTEN_TRIES) {
                    throw e;
                }
                SystemClock.sleep(100);
            }
        }
    }

    /** Someone who has just ended may still be registered for a moment; a busy device may be slow to answer. */
    private static void connect() throws Exception {
        HandlerThread thread = new HandlerThread("events");
        thread.start();
        for (int tries = 1;; tries++) {
            UiAutomation made = Hidden.automation(thread.getLooper());
            try {
                Hidden.connect(made);
                automation = made;
                return;
            } catch (IllegalStateException e) {
                if (tries == CONNECT_TRIES) {
                    throw new IllegalStateException("another program (uiautomator, monkey, a tester) has Android's"
                            + " one accessibility connection: " + e.getMessage());
                }
                SystemClock.sleep(200);
            } catch (RuntimeException e) {
                // Android waits 5 s for itself. What was half done is undone, or it is in the way of the next try.
                if (tries >= SLOW_TRIES) {
                    throw e;
                }
                Hidden.undoConnect();
            }
        }
    }

    /** Asks an agent that was left over to quit, and kills those that do not hear. */
    private static void endOthers(String socket) {
        LocalSocket other = new LocalSocket();
        try {
            other.connect(new LocalSocketAddress(socket));
            other.setSoTimeout(2000);
            other.getOutputStream().write(new byte[] {0, 0, 0, 1, (byte) Request.QUIT});
            while (other.getInputStream().read() >= 0) {
                // Until it lets go.
            }
        } catch (IOException e) {
            // There is none, which is the usual case.
        } finally {
            try {
                other.close();
            } catch (IOException e) {
                // Nothing was open.
            }
        }
        String[] names = new File("/proc").list();
        for (String name : names == null ? new String[0] : names) {
            if (name.matches("[0-9]+") && Integer.parseInt(name) != Process.myPid() && isAgent(name)) {
                log("ending process " + name);
                Process.killProcess(Integer.parseInt(name));
            }
        }
    }

    /** By its arguments: a shell that only mentions the name in one of its own is not one. */
    private static boolean isAgent(String pid) {
        byte[] bytes = new byte[4096];
        try {
            FileInputStream in = new FileInputStream("/proc/" + pid + "/cmdline");
            int length = in.read(bytes);
            in.close();
            String[] arguments = new String(bytes, 0, Math.max(length, 0), "US-ASCII").split("\0");
            if (!arguments[0].contains("app_process")) {
                return false;
            }
            for (String argument : arguments) {
                if (argument.equals(Main.class.getName())) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /** Lets go of the device and ends. */
    static void end(String why) {
        log("ending: " + why);
        // What follows asks Android, which may not answer any more.
        Thread last = new Thread("last") {
            @Override
            public void run() {
                SystemClock.sleep(3000);
                Runtime.getRuntime().halt(2);
            }
        };
        last.setDaemon(true);
        last.start();
        if (controls) {
            try {
                Hidden.setController(null);
            } catch (Exception e) {
                log("controller: " + e);
            }
        }
        if (automation != null) {
            Hidden.disconnect(automation);
        }
        System.exit(0);
    }

    static synchronized void log(String line) {
        System.out.println("skink-agent: " + line);
    }

    /** Logs something that would be the same every time, and remembers it for the host. */
    static synchronized void once(String line) {
        if (SAID.size() < 20 && SAID.add(line)) {
            log(line);
        }
    }

    /** What this Android did not let us have, one a line. */
    static synchronized String missing() {
        StringBuilder all = new StringBuilder();
        for (String line : SAID) {
            all.append(all.length() > 0 ? "\n" : "").append(line);
        }
        return all.toString();
    }
}
