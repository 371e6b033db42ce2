package android.view;

public final class MotionEvent extends InputEvent {
    public static final int ACTION_DOWN = 0;
    public static final int ACTION_UP = 1;
    public static final int ACTION_MOVE = 2;
    public static final int ACTION_POINTER_DOWN = 5;
    public static final int ACTION_POINTER_UP = 6;
    public static final int ACTION_POINTER_INDEX_SHIFT = 8;
    public static final int TOOL_TYPE_FINGER = 1;

    public static final class PointerProperties {
        public int id;
        public int toolType;
    }

    public static final class PointerCoords {
        public float x;
        public float y;
        public float pressure;
        public float size;
    }

    public int action;
    public PointerCoords[] places;

    public static MotionEvent obtain(long down, long at, int action, int count, PointerProperties[] properties,
            PointerCoords[] places, int meta, int buttons, float xPrecision, float yPrecision, int device, int edges,
            int source, int flags) {
        MotionEvent event = new MotionEvent();
        event.action = action;
        event.places = places;
        return event;
    }
}
