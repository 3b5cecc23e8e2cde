package dev.fairlead

/** The JSON of the wire without a library: maps, lists, strings, longs, doubles, booleans and null. */
internal object Json {
    /** @throws JsonException where the text is not JSON. */
    fun read(text: String): Any? = JsonReader(text).readDocument()

    fun write(value: Any?): String = StringBuilder().also { append(it, value) }.toString()

    private fun append(out: StringBuilder, value: Any?) {
        when (value) {
            null -> out.append("null")
            is Boolean, is Int, is Long -> out.append(value)
            is Number -> value.toDouble().let { if (it.isFinite()) out.append(it) else out.append("null") }
            is Map<*, *> -> value.entries.joinTo(out, "{", "}") { (name, each) -> "${write(name.toString())}:${write(each)}" }
            is Iterable<*> -> value.joinTo(out, "[", "]") { write(it) }
            else -> appendText(out, value.toString())
        }
    }

    private fun <T> Iterable<T>.joinTo(out: StringBuilder, first: String, last: String, render: (T) -> CharSequence) {
        joinTo(out, separator = ",", prefix = first, postfix = last, transform = render)
    }

    private fun appendText(out: StringBuilder, text: String) {
        out.append('"')
        for (letter in text) {
            when {
                letter == '"' || letter == '\\' -> out.append('\\').append(letter)
                letter < ' ' -> out.append("\\u").append(letter.code.toString(16).padStart(4, '0'))
                else -> out.append(letter)
            }
        }
        out.append('"')
    }
}

/** An object of JSON without the fields that have no value. */
internal fun fieldsOf(vararg fields: Pair<String, Any?>): Map<String, Any?> =
    fields.filter { (_, value) -> value != null }.toMap()

/** An object of JSON that was read; null for anything else. */
@Suppress("UNCHECKED_CAST")
internal fun objectOf(value: Any?): Map<String, Any?>? = value as? Map<String, Any?>

internal class JsonException(message: String) : Exception(message)

/** Whatever answers in the server's place, such as the page of a hotel's network, must not exhaust the stack. */
private const val MAX_DEPTH = 100

private class JsonReader(private val text: String) {
    private var at = 0
    private var depth = 0

    fun readDocument(): Any? {
        val value = readValue()
        skipSpace()
        if (at < text.length) fail()
        return value
    }

    private fun readValue(): Any? {
        skipSpace()
        return when (val letter = peek()) {
            '{' -> nested(::readObject)
            '[' -> nested(::readArray)
            '"' -> readText()
            't' -> readWord("true", true)
            'f' -> readWord("false", false)
            'n' -> readWord("null", null)
            else -> if (letter == '-' || letter in '0'..'9') readNumber() else fail()
        }
    }

    private fun <T> nested(read: () -> T): T {
        depth += 1
        if (depth > MAX_DEPTH) fail()
        at += 1
        return read().also { depth -= 1 }
    }

    private fun readObject(): Map<String, Any?> {
        val entries = LinkedHashMap<String, Any?>()
        if (takes('}')) return entries
        do {
            skipSpace()
            if (peek() != '"') fail()
            val name = readText()
            if (!takes(':')) fail()
            entries[name] = readValue()
        } while (takes(','))
        if (!takes('}')) fail()
        return entries
    }

    private fun readArray(): List<Any?> {
        val items = ArrayList<Any?>()
        if (takes(']')) return items
        do items.add(readValue()) while (takes(','))
        if (!takes(']')) fail()
        return items
    }

    private fun readText(): String {
        val out = StringBuilder()
        at += 1
        while (true) {
            when (val letter = next()) {
                '"' -> return out.toString()
                '\\' -> out.append(readEscape())
                else -> if (letter < ' ') fail() else out.append(letter)
            }
        }
    }

    private fun readEscape(): Char =
        when (val letter = next()) {
            '"', '\\', '/' -> letter
            'b' -> '\b'
            'f' -> '\u000C'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> {
                if (at + 4 > text.length) fail()
                val code = text.substring(at, at + 4).toIntOrNull(16) ?: fail()
                at += 4
                code.toChar()
            }
            else -> fail()
        }

    private fun readNumber(): Number {
        val from = at
        while (at < text.length && (text[at] in '0'..'9' || text[at] in "+-.eE")) at += 1
        val digits = text.substring(from, at)
        return digits.toLongOrNull() ?: digits.toDoubleOrNull() ?: fail()
    }

    private fun <T> readWord(word: String, value: T): T {
        if (!text.startsWith(word, at)) fail()
        at += word.length
        return value
    }

    private fun takes(letter: Char): Boolean {
        skipSpace()
        val found = at < text.length && text[at] == letter
        if (found) at += 1
        return found
    }

    private fun skipSpace() {
        while (at < text.length && text[at] in " \n\r\t") at += 1
    }

    private fun peek(): Char = if (at < text.length) text[at] else fail()

    private fun next(): Char = peek().also { at += 1 }

    private fun fail(): Nothing = throw JsonException("No JSON at character $at")
}
