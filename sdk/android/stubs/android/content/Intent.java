package android.content;

import java.util.HashSet;
import java.util.Set;

public class Intent {
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final int FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY = 0x00100000;
    private final Set<String> extras = new HashSet<>();
    private final String action;
    private final String data;
    private final int flags;

    public Intent(String action, String data, int flags) {
        this.action = action;
        this.data = data;
        this.flags = flags;
    }

    public String getAction() {
        return action;
    }

    public String getDataString() {
        return data;
    }

    public int getFlags() {
        return flags;
    }

    public Intent putExtra(String name, boolean value) {
        if (value) extras.add(name);
        else extras.remove(name);
        return this;
    }

    public boolean getBooleanExtra(String name, boolean otherwise) {
        return extras.contains(name) || otherwise;
    }
}
