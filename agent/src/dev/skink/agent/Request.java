package dev.skink.agent;

import java.util.HashSet;
import java.util.Set;

/** What the host asks. The numbers are the protocol's; crates/device/src/agent/request.rs has the same. */
final class Request {
    static final int VERSION = 2;

    static final int HELLO = 1;
    static final int STEP = 2;
    static final int SCREENSHOT = 3;
    static final int WATCH = 4;
    static final int PING = 5;
    static final int QUIT = 0xff;

    static final int NOTHING = 0;
    static final int TAP = 1;
    static final int LONG_TAP = 2;
    static final int TYPE = 3;
    static final int SCROLL = 4;
    static final int SWIPE = 5;
    static final int DRAG = 6;
    static final int PINCH = 7;
    static final int KEY = 8;
    static final int ROTATE = 9;
    static final int TURN = 10;
    static final int GLOBAL = 11;
    static final int WAIT = 12;

    static final int UP = 0;
    static final int DOWN = 1;
    static final int LEFT = 2;
    static final int RIGHT = 3;

    int kind;
    /** Of a hello. */
    int version;

    /** Of a step: which it is, so that it is done once however often it is asked for; 0 for none. */
    int step;
    /** Of a step: the longest waits in milliseconds, and how many widgets. */
    int first;
    int quiet;
    int most;
    int act;
    int look;
    int widgets;
    /** Trees also of windows that are neither an app's nor in front. */
    boolean everyWindow;
    /** What to do. */
    int perform;
    /** A point is in left and top; the second one of a drag in right and bottom. */
    int left;
    int top;
    int right;
    int bottom;
    int direction;
    boolean open;
    /** Milliseconds, key code, turns or number of an action. */
    int number;
    int meta;
    String text;

    /** Of a watch. */
    String packageName;
    boolean refuse;
    boolean dialogs;
    Set<String> allowed;

    static Request read(byte[] frame) throws In.Wrong {
        In in = new In(frame);
        Request r = new Request();
        r.kind = in.octet();
        if (r.kind == QUIT) {
            // Whatever another version writes after it.
            return r;
        }
        if (r.kind == HELLO) {
            r.version = in.number();
        } else if (r.kind == STEP) {
            r.step = in.number();
            r.first = in.number();
            r.quiet = in.number();
            r.most = in.number();
            r.act = in.number();
            r.look = in.number();
            r.widgets = in.number();
            r.everyWindow = in.flag();
            r.readPerform(in);
        } else if (r.kind == WATCH) {
            r.packageName = in.text();
            r.refuse = in.flag();
            r.dialogs = in.flag();
            r.allowed = new HashSet<String>();
            for (int left = in.number(); left > 0; left--) {
                r.allowed.add(in.text());
            }
        } else if (r.kind != SCREENSHOT && r.kind != PING) {
            throw new In.Wrong("an unknown request");
        }
        in.end();
        return r;
    }

    private void readPerform(In in) throws In.Wrong {
        perform = in.octet();
        switch (perform) {
            case NOTHING:
            case ROTATE:
                break;
            case TAP:
                point(in);
                break;
            case LONG_TAP:
                point(in);
                number = in.number();
                break;
            case TYPE:
                point(in);
                text = in.text();
                break;
            case SCROLL:
            case SWIPE:
                rectangle(in);
                direction = in.octet();
                if (direction > RIGHT) {
                    throw new In.Wrong("an unknown direction");
                }
                break;
            case DRAG:
                rectangle(in);
                number = in.number();
                break;
            case PINCH:
                rectangle(in);
                open = in.flag();
                break;
            case KEY:
                number = in.number();
                meta = in.number();
                break;
            case TURN:
                number = in.octet();
                break;
            case GLOBAL:
            case WAIT:
                number = in.number();
                break;
            default:
                throw new In.Wrong("an unknown act");
        }
    }

    private void point(In in) throws In.Wrong {
        left = in.signed();
        top = in.signed();
    }

    private void rectangle(In in) throws In.Wrong {
        point(in);
        right = in.signed();
        bottom = in.signed();
    }
}
