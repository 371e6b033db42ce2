package android.net;

public class Credentials {
    public int getUid() {
        return Integer.getInteger("peer", 2000);
    }
}
