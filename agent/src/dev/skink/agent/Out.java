package dev.skink.agent;

/**
 * Bytes on their way to the host: numbers as LEB128, signed ones zigzagged, texts as UTF-8 with their length.
 * The Rust side is crates/device/src/agent/wire.rs.
 */
final class Out {
    private byte[] bytes = new byte[1024];
    private int size;

    int size() {
        return size;
    }

    byte[] bytes() {
        byte[] exact = new byte[size];
        System.arraycopy(bytes, 0, exact, 0, size);
        return exact;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            byte[] larger = new byte[Math.max(2 * bytes.length, size + more)];
            System.arraycopy(bytes, 0, larger, 0, size);
            bytes = larger;
        }
    }

    Out octet(int b) {
        room(1);
        bytes[size++] = (byte) b;
        return this;
    }

    Out flag(boolean on) {
        return octet(on ? 1 : 0);
    }

    /** An unsigned number of 32 bits. */
    Out number(int n) {
        while ((n & ~0x7f) != 0) {
            octet(n | 0x80);
            n >>>= 7;
        }
        return octet(n);
    }

    Out signed(int n) {
        return number((n << 1) ^ (n >> 31));
    }

    Out all(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
        return this;
    }

    Out all(Out more) {
        room(more.size);
        System.arraycopy(more.bytes, 0, bytes, size, more.size);
        size += more.size;
        return this;
    }

    Out text(CharSequence text) {
        byte[] utf8 = utf8(text, Integer.MAX_VALUE);
        return number(utf8.length).all(utf8);
    }

    /**
     * At most so many bytes of a text, never a part of a character. Apps hand out halves of emoji: each becomes
     * U+FFFD, as in a dump that is read from XML. The platform's own encoder would write a question mark.
     */
    static byte[] utf8(CharSequence text, int most) {
        int length = text == null ? 0 : text.length();
        Out out = new Out();
        for (int i = 0; i < length; i++) {
            int c = text.charAt(i);
            int chars = 1;
            if (c >= 0xd800 && c <= 0xdfff) {
                char low = i + 1 < length ? text.charAt(i + 1) : 0;
                if (c <= 0xdbff && low >= 0xdc00 && low <= 0xdfff) {
                    c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
                    chars = 2;
                } else {
                    c = 0xfffd;
                }
            }
            int needs = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (most - out.size < needs) {
                break;
            }
            if (needs == 1) {
                out.octet(c);
            } else {
                out.octet((0xf00 >> needs) & 0xff | c >> 6 * (needs - 1));
                for (int shift = 6 * (needs - 2); shift >= 0; shift -= 6) {
                    out.octet(0x80 | c >> shift & 0x3f);
                }
            }
            i += chars - 1;
        }
        return out.bytes();
    }
}
