package android.os;

public class Binder implements IBinder {
    @Override
    public void linkToDeath(DeathRecipient recipient, int flags) {}

    protected boolean onTransact(int code, Parcel data, Parcel reply, int flags) throws RemoteException {
        return false;
    }
}
