package android.graphics;

import java.io.OutputStream;

public final class Bitmap {
    public enum CompressFormat {
        PNG
    }

    public boolean compress(CompressFormat format, int quality, OutputStream out) {
        return false;
    }

    public void recycle() {}
}
