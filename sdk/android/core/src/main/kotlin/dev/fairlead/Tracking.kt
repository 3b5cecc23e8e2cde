package dev.fairlead

import dev.fairlead.ReceiptStep.Outcome
import dev.fairlead.ReceiptStep.Step
import java.util.UUID
import kotlin.math.max
import kotlin.math.min
import kotlin.random.Random
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

/** What the server takes in a call, and characters of one, at most three bytes each: of its megabyte. */
private const val MAX_EVENTS = 100
private const val MAX_LENGTH = 300_000

/** So many are not left to wait. */
private const val ENOUGH = 20

/** Events before the person was asked, in memory. */
private const val MAX_EARLY = 1_000
private const val MAX_DELAY_MILLIS = 300_000L
private const val MAX_DOUBLINGS = 20

/** Events on their way to the server, each counted once: stored first, and sent until the server has answered. */
internal class Tracking(private val context: Context, private val scope: CoroutineScope) {
    private val options = context.options
    private val clock = context.platform.clock
    private val queue = EventQueue(context.platform.storage, clock) { note(Outcome.FAILED, "Storage: $it") }

    /** Of a person who was not asked yet. */
    private var early = emptyList<String>()
    private var refused = false
    private var timer: Job? = null
    private var sending = false
    private var failures = 0

    /** The server has said when it is to be asked again. */
    private var mustWait = false
    private var most = MAX_EVENTS

    suspend fun track(kept: Kept, name: String, details: EventDetails, at: Long) {
        val event = details.toBody() + mapOf(
            "eventId" to UUID.randomUUID().toString(),
            "name" to name,
            "installationId" to kept.state.id,
            "at" to isoOf(at),
        )
        val text = Json.write(event)
        if (kept.state.consent ?: options.consent) {
            keep(text)
        } else if (kept.state.consent == null && !refused && early.size < MAX_EARLY) {
            early += text
        }
    }

    /** After the start, when the app comes back, once a person has agreed, and when the app leaves. */
    fun wake() {
        if (mustWait) return
        failures = 0
        scope.launch {
            if (context.kept != null && context.agreed()) {
                val before = early
                early = emptyList()
                for (text in before) queue.add(text)
            }
            sendAll()
        }
    }

    /** The person has not agreed, or the app is erased. */
    suspend fun forget() {
        refused = true
        early = emptyList()
        queue.clear()
    }

    fun cancel() {
        timer?.cancel()
        timer = null
        mustWait = false
        failures = 0
    }

    private suspend fun keep(text: String) {
        val waiting = queue.add(text)
        // After a failure there is a time for the next try.
        if (failures > 0) return
        if (waiting >= ENOUGH && !sending) scope.launch { sendAll() } else later(options.sendDelayMillis)
    }

    private fun later(millis: Long) {
        if (context.stopped || timer != null) return
        timer = scope.launch {
            delay(millis)
            timer = null
            mustWait = false
            sendAll()
        }
    }

    /** One call after the other, until nothing waits or one has failed. */
    private suspend fun sendAll() {
        if (sending) return
        timer?.cancel()
        timer = null
        sending = true
        try {
            do {
                val goesOn = sendBatch()
            } while (goesOn)
        } finally {
            sending = false
        }
    }

    private suspend fun sendBatch(): Boolean {
        if (context.stopped || context.kept == null || !context.agreed()) return false
        val batch = queue.oldest(most, MAX_LENGTH)
        sayDropped()
        if (batch.isEmpty()) return false
        val body = mapOf("events" to batch.map(Json::read), "sentAt" to isoOf(clock.now()))
        try {
            val answer = context.call("POST", "/sdk/events", body)
            val errors = answer.data["errors"] as? List<*> ?: throw FairleadError(
                200, "INVALID_ANSWER", "The answer has no errors: it is not of a Fairlead server",
            )
            errors.mapNotNull(::objectOf).forEach { sayError(batch, it) }
            failures = 0
            most = MAX_EVENTS
            note(Outcome.OK, "${batch.size} sent", answer.requestId)
            queue.remove(batch)
            return true
        } catch (error: FairleadError) {
            return mayGoOn(batch, error)
        }
    }

    /** What refuses a whole call for good is found by halves, so that one event takes no others along. */
    private suspend fun mayGoOn(batch: List<String>, error: FairleadError): Boolean {
        if (error.isPassing || error.status == 401 || error.status == 403) {
            note(Outcome.WAITING, error.message, error.requestId)
            val asked = error.retryAfter ?: 0.0
            val own = min(options.queueDelayMillis shl min(failures, MAX_DOUBLINGS), MAX_DELAY_MILLIS)
            failures += 1
            mustWait = asked > 0
            timer?.cancel()
            timer = null
            later(max((own * (0.75 + Random.nextDouble() / 4)).toLong(), (asked * 1000).toLong()))
            return false
        }
        if (batch.size > 1 && (error.status == 400 || error.status == 413)) {
            most = (batch.size + 1) / 2
            return true
        }
        note(Outcome.FAILED, error.message, error.requestId)
        queue.remove(batch)
        return true
    }

    private fun sayError(batch: List<String>, error: Map<String, Any?>) {
        val text = (error["index"] as? Number)?.toInt()?.let(batch::getOrNull) ?: return
        note(Outcome.FAILED, "${objectOf(Json.read(text))?.get("name")}: ${error["message"]}")
    }

    private fun sayDropped() {
        if (queue.dropped == 0) return
        note(Outcome.FAILED, "${queue.dropped} dropped, which were too many or too old")
        queue.dropped = 0
    }

    private fun note(outcome: Outcome, detail: String, requestId: String? = null) {
        context.receipt.note(Step.TRACK, outcome, detail, requestId)
    }
}
