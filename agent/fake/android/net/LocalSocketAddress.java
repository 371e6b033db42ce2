package android.net;

public class LocalSocketAddress {
    public LocalSocketAddress(String name) {}
}
