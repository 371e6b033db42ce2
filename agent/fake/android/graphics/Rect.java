package android.graphics;

public final class Rect {
    public int left;
    public int top;
    public int right;
    public int bottom;

    public void set(int[] sides) {
        left = sides[0];
        top = sides[1];
        right = sides[2];
        bottom = sides[3];
    }

    public boolean contains(int x, int y) {
        return x >= left && x < right && y >= top && y < bottom;
    }
}
