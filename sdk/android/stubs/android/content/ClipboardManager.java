package android.content;

public class ClipboardManager {
    /** Of the stub alone: what somebody has copied; null for nothing. */
    public String copied;
    /** Of the stub alone: how sure the phone is that it is a web address; null where it has not looked. */
    public Float likeUrl;
    /** Of the stub alone: how often the content was read, of which a phone tells. */
    public int reads;

    public ClipData getPrimaryClip() {
        reads += 1;
        return copied == null ? null : new ClipData(copied);
    }

    public ClipDescription getPrimaryClipDescription() {
        return copied == null ? null : new ClipDescription(likeUrl);
    }
}
