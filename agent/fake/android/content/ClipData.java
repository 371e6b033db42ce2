package android.content;

public class ClipData {
    public CharSequence text;

    public static ClipData newPlainText(CharSequence label, CharSequence text) {
        ClipData data = new ClipData();
        data.text = text;
        return data;
    }
}
