package android.content;

import android.database.Cursor;
import android.net.Uri;
import java.util.List;
import java.util.Map;

public class ContentResolver {
    private final Map<?, ?> providers;

    ContentResolver(Map<?, ?> providers) {
        this.providers = providers;
    }

    /** Null where no app has such a provider; `denied` in place of a row is one that refuses. */
    public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
        Object row = providers.get(uri.toString());
        if (row == null) return null;
        if (row.equals("denied")) throw new SecurityException("Permission denied");
        return new Cursor(List.of(columns), row.equals("empty") ? null : (Map<?, ?>) row);
    }
}
