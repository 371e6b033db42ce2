package dev.skink.agent;

import java.util.HashMap;

/** The table of a look's texts: each once, named by its place; the first is the empty one. Bounded. */
final class Texts {
    /** As much of one text as the host keeps. */
    static final int MOST = 256 * 1024;
    /** As much of all texts as one look may carry: an app may show a library. */
    static final int MOST_IN_ALL = 16 * 1024 * 1024;

    private final HashMap<String, Integer> known = new HashMap<String, Integer>();
    private final Out table = new Out();
    private int count;
    /** Some text was cut. */
    boolean cut;

    Texts() {
        place("");
    }

    int place(CharSequence text) {
        String key = text == null ? "" : text.toString();
        Integer place = known.get(key);
        if (place == null) {
            int room = Math.min(MOST, Math.max(0, MOST_IN_ALL - table.size()));
            byte[] utf8 = Out.utf8(key, room + 1);
            if (utf8.length > room || utf8.length < key.length()) {
                cut = true;
                utf8 = Out.utf8(key, room);
            }
            table.number(utf8.length).all(utf8);
            place = count++;
            known.put(key, place);
        }
        return place;
    }

    void write(Out out) {
        out.number(count).all(table);
    }
}
