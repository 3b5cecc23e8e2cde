package android.util;

public class DisplayMetrics {
    public int widthPixels;
    public int heightPixels;
    public float density;
}
