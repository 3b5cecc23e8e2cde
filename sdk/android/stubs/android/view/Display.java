package android.view;

import android.util.DisplayMetrics;

public class Display {
    public static final int DEFAULT_DISPLAY = 0;

    public void getRealMetrics(DisplayMetrics metrics) {
        metrics.widthPixels = 1236;
        metrics.heightPixels = 2769;
        metrics.density = 3;
    }
}
