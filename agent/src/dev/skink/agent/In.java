package dev.skink.agent;

import java.io.UnsupportedEncodingException;

/** A frame from the host that is being read. Whatever does not fit is a {@link Wrong}, never a crash of the agent. */
final class In {
    /** The host sent something that makes no sense. */
    static final class Wrong extends Exception {
        Wrong(String what) {
            super(what);
        }
    }

    private final byte[] bytes;
    private int at;

    In(byte[] bytes) {
        this.bytes = bytes;
    }

    int octet() throws Wrong {
        if (at >= bytes.length) {
            throw new Wrong("cut short at byte " + at);
        }
        return bytes[at++] & 0xff;
    }

    boolean flag() throws Wrong {
        int b = octet();
        if (b > 1) {
            throw new Wrong("a truth value that is neither 0 nor 1");
        }
        return b == 1;
    }

    /** An unsigned number of 32 bits; those above 31 bits come out as the largest int: none of them is meant so. */
    int number() throws Wrong {
        long n = raw();
        return n > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) n;
    }

    int signed() throws Wrong {
        int n = (int) raw();
        return (n >>> 1) ^ -(n & 1);
    }

    private long raw() throws Wrong {
        long n = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int b = octet();
            n |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                if (n > 0xffffffffL) {
                    throw new Wrong("a number too large");
                }
                return n;
            }
        }
        throw new Wrong("a number too long");
    }

    String text() throws Wrong {
        int length = number();
        if (length > bytes.length - at) {
            throw new Wrong("a text longer than its frame");
        }
        try {
            String text = new String(bytes, at, length, "UTF-8");
            at += length;
            return text;
        } catch (UnsupportedEncodingException e) {
            throw new Wrong("no UTF-8");
        }
    }

    void end() throws Wrong {
        if (at != bytes.length) {
            throw new Wrong("trailing bytes");
        }
    }
}
