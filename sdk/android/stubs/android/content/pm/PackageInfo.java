package android.content.pm;

public class PackageInfo {
    public String versionName = "2.4.0";
    public int versionCode = 240;
}
