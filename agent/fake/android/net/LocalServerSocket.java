package android.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class LocalServerSocket {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));

    public LocalServerSocket(String name) throws IOException {
        LocalSocketAddress.listen(name, listener.getLocalPort());
        System.out.println("port " + listener.getLocalPort());
    }

    public LocalSocket accept() throws IOException {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        return new LocalSocket(socket);
    }
}
