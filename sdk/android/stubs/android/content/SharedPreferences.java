package android.content;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

public class SharedPreferences {
    private final Map<String, String> values = new ConcurrentHashMap<>();

    /** Of the stub alone: hears of every write, with null for what is gone. */
    public BiConsumer<String, String> onWrite = (name, value) -> {};

    public String getString(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    public Editor edit() {
        return new Editor();
    }

    public class Editor {
        private Runnable change = () -> {};

        public Editor putString(String name, String value) {
            change = () -> {
                values.put(name, value);
                onWrite.accept(name, value);
            };
            return this;
        }

        public Editor remove(String name) {
            change = () -> {
                values.remove(name);
                onWrite.accept(name, null);
            };
            return this;
        }

        public boolean commit() {
            change.run();
            return true;
        }
    }
}
