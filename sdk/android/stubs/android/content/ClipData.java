package android.content;

public class ClipData {
    private final Item item;

    ClipData(CharSequence text) {
        item = new Item(text);
    }

    public int getItemCount() {
        return 1;
    }

    public Item getItemAt(int index) {
        return item;
    }

    public static class Item {
        private final CharSequence text;

        public Item(CharSequence text) {
            this.text = text;
        }

        public CharSequence getText() {
            return text;
        }
    }
}
