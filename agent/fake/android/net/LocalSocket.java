package android.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Over loopback: this machine's Java 8 has no abstract sockets. */
public class LocalSocket {
    private final Socket socket;

    public LocalSocket() {
        socket = new Socket();
    }

    LocalSocket(Socket socket) {
        this.socket = socket;
    }

    public void connect(LocalSocketAddress to) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), to.port()));
    }

    public void setSoTimeout(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    public Credentials getPeerCredentials() throws IOException {
        return new Credentials();
    }

    public InputStream getInputStream() throws IOException {
        return socket.getInputStream();
    }

    public OutputStream getOutputStream() throws IOException {
        return socket.getOutputStream();
    }

    public void shutdownInput() throws IOException {
        socket.shutdownInput();
    }

    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    public void close() throws IOException {
        socket.close();
    }
}
