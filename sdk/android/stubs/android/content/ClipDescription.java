package android.content;

public class ClipDescription {
    public static final int CLASSIFICATION_NOT_COMPLETE = 1;
    public static final int CLASSIFICATION_COMPLETE = 3;

    private final Float likeUrl;

    ClipDescription(Float likeUrl) {
        this.likeUrl = likeUrl;
    }

    public boolean hasMimeType(String mimeType) {
        return mimeType.equals("text/*");
    }

    public int getClassificationStatus() {
        return likeUrl == null ? CLASSIFICATION_NOT_COMPLETE : CLASSIFICATION_COMPLETE;
    }

    public float getConfidenceScore(String entity) {
        if (likeUrl == null) throw new IllegalStateException("Classification not complete");
        return entity.equals("url") ? likeUrl : 0;
    }
}
