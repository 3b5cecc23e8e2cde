package dev.fairlead

import kotlin.math.max
import kotlin.math.min
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

private const val MAX_DELAY_MILLIS = 300_000L

/** The doublings after which every delay is the longest. */
private const val MAX_DOUBLINGS = 20

/** Does the work that is open, one round at a time, again when something came meanwhile, and later when it must wait. */
internal class Worker(
    private val scope: CoroutineScope,
    private val firstDelayMillis: Long,
    private val work: suspend () -> Unit,
) {
    private var working: Job? = null
    private var again = false
    private var timer: Job? = null
    private var waits = 0

    suspend fun run() {
        again = true
        val job = working ?: scope.launch {
            try {
                while (again) {
                    again = false
                    work()
                }
            } finally {
                working = null
            }
        }.also { working = it }
        job.join()
    }

    fun cancel() {
        timer?.cancel()
        timer = null
    }

    /** Without waiting any longer. */
    suspend fun runNow() {
        cancel()
        waits = 0
        run()
    }

    fun runLater(seconds: Double) {
        if (timer != null) return
        val own = min(firstDelayMillis shl min(waits, MAX_DOUBLINGS), MAX_DELAY_MILLIS)
        waits += 1
        timer = scope.launch {
            delay(max(own, (seconds * 1000).toLong()))
            timer = null
            run()
        }
    }
}
