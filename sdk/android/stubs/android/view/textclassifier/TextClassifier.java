package android.view.textclassifier;

public interface TextClassifier {
    String TYPE_URL = "url";
}
