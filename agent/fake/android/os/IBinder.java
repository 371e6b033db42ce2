package android.os;

public interface IBinder {
    interface DeathRecipient {
        void binderDied();
    }

    void linkToDeath(DeathRecipient recipient, int flags) throws RemoteException;
}
