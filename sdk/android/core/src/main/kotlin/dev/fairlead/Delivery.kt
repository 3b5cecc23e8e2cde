package dev.fairlead

import java.util.concurrent.CopyOnWriteArrayList
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext

/** Holds links until somebody listens, and hands out each one once. */
internal class Delivery(
    private val deliverOn: CoroutineContext,
    private val onDelivered: suspend (opened: OpenedLink, faults: List<Exception>) -> Unit,
) {
    private val listeners = CopyOnWriteArrayList<(OpenedLink) -> Unit>()
    private val held = ArrayDeque<OpenedLink>()
    private val flushing = Mutex()

    /** Counts the times that all was dropped. */
    @Volatile private var drops = 0

    /** From any thread; `flush` is to follow. Closing the answer ends it at once. */
    fun listen(listener: (OpenedLink) -> Unit): AutoCloseable {
        // A function of its own, so that one that listens twice hears twice and leaves once.
        val own: (OpenedLink) -> Unit = { listener(it) }
        listeners += own
        return AutoCloseable { listeners -= own }
    }

    suspend fun deliver(opened: OpenedLink) {
        held += opened
        flush()
    }

    suspend fun flush(): Unit = flushing.withLock {
        while (held.isNotEmpty()) {
            val opened = held.first()
            val before = drops
            // Who listens is asked where listeners are called: a screen that has left by then hears nothing.
            val faults = withContext(deliverOn) {
                if (listeners.isEmpty() || drops != before) null
                else listeners.mapNotNull { callListener(it, opened) }
            }
            if (drops != before) continue
            if (faults == null) break
            held.removeFirst()
            onDelivered(opened, faults)
        }
    }

    fun drop() {
        drops += 1
        held.clear()
    }

    private fun callListener(listener: (OpenedLink) -> Unit, opened: OpenedLink): Exception? =
        try {
            listener(opened)
            null
        } catch (fault: Exception) {
            fault
        }
}
