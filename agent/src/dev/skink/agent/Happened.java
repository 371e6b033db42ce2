package dev.skink.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What happened on the device since the last look, told by whichever thread saw it. Bounded: an app may show a toast a
 * millisecond.
 */
final class Happened {
    private static final int MOST_TOASTS = 50;
    private static final int MOST_NOTICES = 20;
    private static final int MOST_STARTS = 50;
    private static final int MOST_WINDOWS = 200;

    final Quiet quiet = new Quiet();

    private List<String> toasts = new ArrayList<String>();
    private List<Look.Notice> notices = new ArrayList<Look.Notice>();
    private List<String> starts = new ArrayList<String>();
    private List<Boolean> refused = new ArrayList<Boolean>();
    private long eventsTold;
    /** Which class announced a window, by the window's number. */
    private final Map<Integer, String> announced = new LinkedHashMap<Integer, String>();
    private int lastWindow = -1;
    /** An activity was let start or comes back, and its window was not announced since. */
    private boolean awaitsWindow;
    /** The class whose window is awaited; null where any is. */
    private String awaited;
    /** Another window than the awaited one was announced: it may be one that a menu had covered. */
    private boolean sawOther;

    synchronized void toast(String text) {
        if (toasts.size() < MOST_TOASTS) {
            toasts.add(text);
        }
    }

    synchronized void notice(Look.Notice notice) {
        if (notices.size() < MOST_NOTICES) {
            notices.add(notice);
        }
    }

    /** An activity of that class, null for unknown, is started. */
    synchronized void start(String packageName, String className, boolean wasRefused) {
        if (starts.size() < MOST_STARTS) {
            starts.add(packageName);
            refused.add(wasRefused);
        }
        if (!wasRefused) {
            awaitsWindow = true;
            awaited = className;
            // One that is in front already may take the start without a new window.
            sawOther = className != null && className.equals(announced(lastWindow));
        }
    }

    synchronized void resuming() {
        awaitsWindow = true;
        awaited = null;
        sawOther = false;
    }

    synchronized boolean sawOther() {
        return sawOther;
    }

    synchronized boolean awaitsWindow() {
        return awaitsWindow;
    }

    /** Whether a window was announced or not: no longer wait for one. */
    synchronized void awaitNoWindow() {
        awaitsWindow = false;
    }

    /** A window was announced. Of several classes for one window the first is the window's own. */
    synchronized void window(int id, String className) {
        lastWindow = id;
        if (awaited == null || awaited.equals(className)) {
            awaitsWindow = false;
        } else {
            sawOther = true;
        }
        if (!announced.containsKey(id)) {
            if (announced.size() >= MOST_WINDOWS) {
                announced.remove(announced.keySet().iterator().next());
            }
            announced.put(id, className);
        }
    }

    /** The window announced last, or -1. */
    synchronized int lastWindow() {
        return lastWindow;
    }

    /** The window announced last cannot be seen: it must have gone again. */
    synchronized void forgetWindow(int id) {
        if (lastWindow == id) {
            lastWindow = -1;
        }
    }

    synchronized String announced(int id) {
        String name = announced.get(id);
        return name == null ? "" : name;
    }

    /** Takes back what a look told that may not have arrived. */
    synchronized void untell(Look look) {
        toasts.addAll(0, look.toasts);
        notices.addAll(0, look.notices);
        starts.addAll(0, look.starts);
        refused.addAll(0, look.refused);
    }

    /** Moves all of it into a look. */
    synchronized void tell(Look look) {
        look.toasts = toasts;
        look.notices = notices;
        look.starts = starts;
        look.refused = refused;
        toasts = new ArrayList<String>();
        notices = new ArrayList<Look.Notice>();
        starts = new ArrayList<String>();
        refused = new ArrayList<Boolean>();
        long count = quiet.count();
        look.events = (int) Math.min(Integer.MAX_VALUE, count - eventsTold);
        eventsTold = count;
    }
}
