package android.content;

import android.content.pm.PackageManager;
import java.util.HashMap;
import java.util.Map;

public class Context {
    public static final int MODE_PRIVATE = 0;

    /** Of the stub alone: what Google Play says of the installation; null for a phone without it. */
    public String installReferrer;
    /** Of the stub alone: the times that it says beside it, as `ReferrerDetails` names them. */
    public Map<String, Long> referrerTimes = Map.of();

    /** Of the stub alone: what the content providers of other apps answer, by their URI. */
    public Map<?, ?> providers = Map.of();

    /** Of the stub alone: every application has a phone, and so a clipboard, of its own. */
    public final ClipboardManager clipboard = new ClipboardManager();

    private final Map<String, SharedPreferences> preferences = new HashMap<>();

    public SharedPreferences getSharedPreferences(String name, int mode) {
        return preferences.computeIfAbsent(name, each -> new SharedPreferences());
    }

    public ContentResolver getContentResolver() {
        return new ContentResolver(providers);
    }

    public String getPackageName() {
        return "com.example.shop";
    }

    public PackageManager getPackageManager() {
        return new PackageManager();
    }

    public <T> T getSystemService(Class<T> type) {
        if (type == ClipboardManager.class) return type.cast(clipboard);
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException fault) {
            return null;
        }
    }
}
