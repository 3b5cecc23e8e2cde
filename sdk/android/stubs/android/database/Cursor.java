package android.database;

import java.io.Closeable;
import java.util.List;
import java.util.Map;

/** Of one row at most. */
public class Cursor implements Closeable {
    private final List<String> columns;
    private final Map<?, ?> row;

    public Cursor(List<String> columns, Map<?, ?> row) {
        this.columns = columns;
        this.row = row;
    }

    public boolean moveToFirst() {
        return row != null;
    }

    public int getColumnIndex(String name) {
        return columns.indexOf(name);
    }

    public String getString(int column) {
        return (String) row.get(columns.get(column));
    }

    public long getLong(int column) {
        return ((Number) row.get(columns.get(column))).longValue();
    }

    public int getInt(int column) {
        return (int) getLong(column);
    }

    @Override
    public void close() {}
}
