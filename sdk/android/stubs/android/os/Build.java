package android.os;

public class Build {
    public static final String MODEL = "Pixel 9";
    public static final String MANUFACTURER = "Google";

    public static class VERSION {
        public static final String RELEASE = "15";
        public static final int SDK_INT = Integer.parseInt("35");
    }

    public static class VERSION_CODES {
        public static final int S = 31;
    }
}
