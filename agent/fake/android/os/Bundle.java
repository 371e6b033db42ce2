package android.os;

import java.util.HashMap;
import java.util.Map;

public final class Bundle {
    private final Map<String, Object> values = new HashMap<String, Object>();

    public void putCharSequence(String key, CharSequence value) {
        values.put(key, value);
    }

    public void putInt(String key, int value) {
        values.put(key, value);
    }

    public Object get(String key) {
        return values.get(key);
    }
}
