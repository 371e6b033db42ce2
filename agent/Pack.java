import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TimeZone;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Puts a dex file into a jar with nothing else in it, no time and no compression: the same bytes on every machine. */
final class Pack {
    public static void main(String[] arguments) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        byte[] dex = Files.readAllBytes(Path.of(arguments[0]));
        CRC32 sum = new CRC32();
        sum.update(dex);
        ZipEntry entry = new ZipEntry("classes.dex");
        // 1 January 1980, the first day that a zip knows.
        entry.setTime(315532800000L);
        // Stored: what a library compresses to differs with its version.
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(dex.length);
        entry.setCrc(sum.getValue());
        try (OutputStream out = Files.newOutputStream(Path.of(arguments[1])); ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(entry);
            zip.write(dex);
            zip.closeEntry();
        }
    }
}
