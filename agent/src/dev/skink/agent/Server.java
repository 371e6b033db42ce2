package dev.skink.agent;

import android.app.UiAutomation;
import android.net.Credentials;
import android.net.LocalServerSocket;
import android.net.LocalSocket;
import android.os.Build;
import android.os.Process;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;

/** Answers hosts, one at a time; the one who came last is listened to, because an earlier one may be long gone. */
final class Server {
    private static final int ROOT = 0;
    private static final int SHELL = 2000;
    private static final int MOST_REQUEST = 1 << 20;
    private static final long PICTURE_MILLIS = 8000;
    private static final long FRONT_MILLIS = 1000;
    /** A start that was seen is waited for this long, in case nothing comes of it; a slow device needs most of it. */
    private static final long START_MILLIS = 2500;
    /** So long where another window came meanwhile: the start may have led there, or it is one that was covered. */
    private static final long OTHER_MILLIS = 1000;
    /** After so many restless steps a screen is taken for one that never rests, and given a third of the time. */
    private static final int RESTLESS_STEPS = 2;
    /** A turn of the display is announced late. */
    private static final int TURN_FIRST_MILLIS = 800;

    private final Happened happened;
    private final Controller controller;
    private final boolean controls;
    private volatile boolean nudging;
    private final Hands hands;
    private final Eyes eyes;
    private final Bounded acting = new Bounded("hands");
    private final Bounded looking = new Bounded("eyes");
    private final Object oneRequest = new Object();
    /** Steps in a row after which the screen did not rest. */
    private int restless;

    private LocalSocket host;
    /** The last look, until its host asks for something else: only then has it surely arrived. */
    private Look unconfirmed;
    /** The last step with a number and what came of it: one who did not get it asks again. */
    private int lastStep;
    private byte[] lastReply;
    private volatile long lastRequest = System.nanoTime();

    Server(UiAutomation automation, Happened happened, Controller controller, boolean controls) {
        this.happened = happened;
        this.controller = controller;
        this.controls = controls;
        this.hands = new Hands(automation, happened);
        this.eyes = new Eyes(automation, happened);
    }

    /** Nobody asked for anything for so many milliseconds. */
    long idleMillis() {
        return (System.nanoTime() - lastRequest) / 1000000L;
    }

    /** Somebody is connected. */
    synchronized boolean hasHost() {
        return host != null;
    }

    private synchronized void welcome(LocalSocket socket) {
        if (host != null) {
            close(host);
        }
        host = socket;
    }

    private synchronized void farewell(LocalSocket socket) {
        close(socket);
        if (host == socket) {
            host = null;
            // Whoever uses the device now must not find apps that do not start.
            controller.refuseNothing();
        }
    }

    void run(LocalServerSocket listener) throws IOException {
        for (;;) {
            final LocalSocket socket = listener.accept();
            if (!isOurs(socket)) {
                close(socket);
                continue;
            }
            lastRequest = System.nanoTime();
            welcome(socket);
            Thread thread = new Thread("host") {
                @Override
                public void run() {
                    try {
                        serve(socket);
                    } catch (IOException e) {
                        Main.log("host left: " + e);
                    } finally {
                        farewell(socket);
                    }
                }
            };
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Any app can reach an abstract socket; only the shell and root, as whom adb comes, may drive the device. */
    private static boolean isOurs(LocalSocket socket) {
        try {
            Credentials peer = socket.getPeerCredentials();
            return peer.getUid() == ROOT || peer.getUid() == SHELL || peer.getUid() == Process.myUid();
        } catch (IOException e) {
            return false;
        }
    }

    private static void close(LocalSocket socket) {
        try {
            socket.shutdownInput();
            socket.shutdownOutput();
        } catch (IOException e) {
            // It is closed at the other end already.
        }
        try {
            socket.close();
        } catch (IOException e) {
            // As above.
        }
    }

    private void serve(LocalSocket socket) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        OutputStream out = socket.getOutputStream();
        boolean isNew = true;
        for (;;) {
            int length = in.readInt();
            if (length < 0 || length > MOST_REQUEST) {
                throw new IOException("a request of " + length + " bytes");
            }
            byte[] frame = new byte[length];
            in.readFully(frame);
            lastRequest = System.nanoTime();
            Request request;
            try {
                request = Request.read(frame);
            } catch (In.Wrong e) {
                send(out, Reply.failed(Reply.REQUEST, e.getMessage()));
                continue;
            }
            if (request.kind == Request.QUIT) {
                send(out, Reply.done());
                Main.end("asked to");
                return;
            }
            byte[] reply;
            if (request.kind == Request.HELLO || request.kind == Request.PING) {
                // Also while a step of an earlier host is under way.
                reply = answer(request);
            } else {
                boolean isStep = request.kind == Request.STEP;
                synchronized (oneRequest) {
                    if (!isNew) {
                        // One who goes on has got what came before.
                        unconfirmed = null;
                    }
                    reply = isStep ? once(request) : answer(request);
                }
                isNew &= !isStep;
            }
            lastRequest = System.nanoTime();
            send(out, reply);
        }
    }

    /** A step is done once: a host that lost the connection in the middle asks again under the same number. */
    private byte[] once(Request r) {
        if (r.step != 0 && r.step == lastStep && lastReply != null) {
            return lastReply;
        }
        if (unconfirmed != null) {
            // What the last look told is lost if its host went before it arrived: the new host is told.
            happened.untell(unconfirmed);
            unconfirmed = null;
        }
        lastReply = null;
        lastStep = r.step;
        lastReply = answer(r);
        return lastReply;
    }

    /** In one piece: two writes would be two packets on the way through adb. */
    private static void send(OutputStream out, byte[] reply) throws IOException {
        byte[] frame = new byte[4 + reply.length];
        for (int i = 0; i < 4; i++) {
            frame[i] = (byte) (reply.length >> 8 * (3 - i));
        }
        System.arraycopy(reply, 0, frame, 4, reply.length);
        out.write(frame);
        out.flush();
    }

    private byte[] answer(Request request) {
        if (Bounded.isLost()) {
            Main.end("too many calls never came back");
        }
        try {
            switch (request.kind) {
                case Request.HELLO:
                    return hello(request.version);
                case Request.STEP:
                    return step(request);
                case Request.SCREENSHOT:
                    return picture();
                case Request.WATCH:
                    controller.watch(request);
                    return Reply.done();
                default:
                    return Reply.done();
            }
        } catch (Bounded.Late e) {
            return Reply.failed(Reply.BLOCKED, "a call into Android did not come back in time");
        } catch (Throwable e) {
            Main.log("request " + request.kind + ": " + e);
            return Reply.failed(Reply.ANDROID, String.valueOf(e));
        }
    }

    private byte[] hello(int version) {
        if (version != Request.VERSION) {
            return Reply.failed(Reply.VERSION, "this agent speaks version " + Request.VERSION
                    + ", the host asked for " + version);
        }
        return Reply.hello(Build.VERSION.SDK_INT, Process.myPid(), Build.VERSION.RELEASE, Build.MODEL,
                Eyes.seesAllWindows(), controls, Main.missing());
    }

    private byte[] step(Request r) throws Exception {
        long events = happened.quiet.count();
        long started = System.nanoTime();
        int performed = perform(r);
        long acted = System.nanoTime();
        if (restless >= RESTLESS_STEPS) {
            // A clock on the page: what the act changes comes early, the rest never.
            r.most = Math.max(r.first + r.quiet, r.most / 3);
        }
        boolean rests = settle(events, r);
        restless = rests ? 0 : restless + 1;
        long settled = System.nanoTime();
        Look look = look(r);
        long looked = System.nanoTime();
        if (performed == Look.BLOCKED || look.tree == Look.TREE_BLOCKED) {
            nudge();
        }
        look.performed = performed;
        look.busy = !rests;
        look.performMillis = millis(started, acted);
        look.settleMillis = millis(acted, settled);
        look.lookMillis = millis(settled, looked);
        happened.tell(look);
        unconfirmed = look;
        return look.encode();
    }

    private static int millis(long from, long to) {
        return (int) ((to - from) / 1000000L);
    }

    private int perform(final Request r) throws Exception {
        if (r.perform == Request.NOTHING) {
            return Look.DONE;
        }
        try {
            return acting.call(new Callable<Integer>() {
                @Override
                public Integer call() throws Exception {
                    return hands.perform(r);
                }
            }, r.act + Hands.length(r));
        } catch (Bounded.Late e) {
            return Look.BLOCKED;
        } catch (SecurityException e) {
            // Some makers have a switch of their own for it in the developer options.
            Main.once("no input: " + e.getMessage());
            return Look.REFUSED;
        }
    }

    /** So that a hang becomes one in Android's eyes. */
    private void nudge() {
        if (nudging) {
            return;
        }
        nudging = true;
        Thread thread = new Thread("nudge") {
            @Override
            public void run() {
                try {
                    hands.nudge();
                } catch (RuntimeException e) {
                    Main.log("nudge: " + e);
                } finally {
                    nudging = false;
                }
            }
        };
        thread.setDaemon(true);
        thread.start();
    }

    private boolean settle(long events, Request r) throws InterruptedException {
        boolean turns = r.perform == Request.ROTATE || r.perform == Request.TURN;
        long start = System.nanoTime();
        boolean rests = happened.quiet.settle(events, turns ? Math.max(r.first, TURN_FIRST_MILLIS) : r.first,
                r.quiet, r.most);
        while (happened.awaitsWindow()) {
            long startEnd = happened.sawOther() ? OTHER_MILLIS : START_MILLIS;
            long rest = Math.min(startEnd, r.most) - (System.nanoTime() - start) / 1000000L;
            if (rest <= 0) {
                happened.awaitNoWindow();
                break;
            }
            happened.quiet.next(happened.quiet.count(), Math.min(rest, 50));
            if (!happened.awaitsWindow()) {
                // The window is there: its content comes next.
                long left = r.most - (System.nanoTime() - start) / 1000000L;
                rests = happened.quiet.settle(-1, 0, r.quiet, Math.max(left, 0));
            }
        }
        return rests;
    }

    private Look look(final Request r) throws Exception {
        try {
            return looking.call(new Callable<Look>() {
                @Override
                public Look call() throws Exception {
                    return eyes.look(Math.max(1, r.widgets), r.everyWindow, r.look);
                }
            }, r.look);
        } catch (Bounded.Late e) {
            Look look = frontOnly();
            look.tree = Look.TREE_BLOCKED;
            return look;
        } catch (RuntimeException e) {
            // A window that went while it was read.
            Main.once("a tree could not be read: " + e);
            return frontOnly();
        }
    }

    /** Who is in front can be told although the app does not answer. */
    private Look frontOnly() throws Exception {
        try {
            return looking.call(new Callable<Look>() {
                @Override
                public Look call() {
                    Look look = new Look();
                    eyes.front(look);
                    return look;
                }
            }, FRONT_MILLIS);
        } catch (Bounded.Late e) {
            return new Look();
        }
    }

    private byte[] picture() throws Exception {
        return Reply.screenshot(looking.call(new Callable<byte[]>() {
            @Override
            public byte[] call() {
                return eyes.picture();
            }
        }, PICTURE_MILLIS));
    }
}
