package android.net;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Names are files that hold ports, in the folder that the property "sockets" names; without it nobody is found. */
public class LocalSocketAddress {
    private final String name;

    public LocalSocketAddress(String name) {
        this.name = name;
    }

    private static Path file(String name) throws IOException {
        String folder = System.getProperty("sockets");
        if (folder == null) {
            throw new IOException("nobody listens");
        }
        return Paths.get(folder, name);
    }

    static void listen(String name, int port) throws IOException {
        if (System.getProperty("sockets") != null) {
            Files.write(file(name), String.valueOf(port).getBytes(StandardCharsets.US_ASCII));
        }
    }

    int port() throws IOException {
        return Integer.parseInt(new String(Files.readAllBytes(file(name)), StandardCharsets.US_ASCII));
    }
}
