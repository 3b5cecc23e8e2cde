package dev.fairlead

import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.TimeZone
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** Events on the device; beyond it, the oldest are dropped. */
private const val MAX_WAITING = 1_000

/** What has waited for longer, by the device's clock, is dropped. */
private const val MAX_WAIT_MILLIS = 30 * 24 * 3600 * 1000L
private const val KEY = "fairlead.events"

/** Events on their way from the device, in the order in which they came. What cannot be stored waits in memory. */
internal class EventQueue(
    private val storage: AppStorage,
    private val clock: Clock,
    private val onFault: (Exception) -> Unit,
) {
    /** Events that were dropped and not spoken of yet. */
    var dropped = 0
    private var events: List<String>? = null
    private val turn = Mutex()

    /** How many wait, this one included. */
    suspend fun add(text: String): Int = turn.withLock {
        change(load() + text).size
    }

    suspend fun oldest(most: Int, length: Int): List<String> = turn.withLock {
        val old = isoOf(clock.now() - MAX_WAIT_MILLIS)
        val waiting = load()
        val fresh = waiting.filter { atOf(it) >= old }
        dropped += waiting.size - fresh.size
        if (fresh.size < waiting.size) change(fresh)
        var left = length
        // One at least: whether it is too large is the server's to say.
        fresh.take(most).withIndex().takeWhile { (place, text) ->
            left -= text.length
            left >= 0 || place == 0
        }.map { it.value }
    }

    suspend fun remove(gone: List<String>): Unit = turn.withLock {
        val names = gone.toSet()
        change(load().filter { it !in names })
    }

    suspend fun clear() {
        turn.withLock { change(emptyList()) }
    }

    private suspend fun load(): List<String> = events ?: run {
        val read = attempt(onFault) { storage.getItem(KEY)?.let(Json::read) as? List<*> }
        read.orEmpty().mapNotNull { each -> objectOf(each)?.let(Json::write) }.also { events = it }
    }

    private suspend fun change(wanted: List<String>): List<String> {
        val kept = wanted.takeLast(MAX_WAITING)
        dropped += wanted.size - kept.size
        events = kept
        attempt(onFault) {
            if (kept.isEmpty()) storage.removeItem(KEY) else storage.setItem(KEY, kept.joinToString(",", "[", "]"))
        }
        return kept
    }

    private fun atOf(text: String): String = objectOf(Json.read(text))?.get("at") as? String ?: ""
}

/** Unix milliseconds as ISO 8601, of which texts are in the order of time. */
internal fun isoOf(millis: Long): String =
    SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
        .apply { timeZone = TimeZone.getTimeZone("UTC") }
        .format(Date(millis))
