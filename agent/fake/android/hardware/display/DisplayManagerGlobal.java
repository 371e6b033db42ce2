package android.hardware.display;

import fake.Device;

public final class DisplayManagerGlobal {
    public static final class DisplayInfo {
        public int rotation = Device.it().rotation;
        public int logicalWidth = rotation % 2 == 0 ? 800 : 600;
        public int logicalHeight = rotation % 2 == 0 ? 600 : 800;
    }

    public static DisplayManagerGlobal getInstance() {
        return new DisplayManagerGlobal();
    }

    public DisplayInfo getDisplayInfo(int display) {
        return new DisplayInfo();
    }
}
