package android.os;

public final class Parcel {
    public void writeNoException() {}

    public void writeInt(int value) {}
}
