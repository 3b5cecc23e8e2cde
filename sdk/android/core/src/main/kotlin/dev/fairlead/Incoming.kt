package dev.fairlead

import dev.fairlead.ReceiptStep.Outcome
import dev.fairlead.ReceiptStep.Step
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch

/** One visit may come twice, when the screen is made and when it resumes. */
private const val SAME_VISIT_MILLIS = 10_000L

/** A link that nobody got for so long leads nowhere anybody expects. */
private const val MAX_WAIT_MILLIS = 24 * 3600 * 1000L

/** URLs on their way from the phone to the listener, each once. */
internal class Incoming(private val context: Context, private val scope: CoroutineScope) {
    private val receipt = context.receipt
    private val clock = context.platform.clock
    private val delivery = Delivery(context.platform.deliverOn, ::settle)

    /** URLs of this process with the time they came, by a clock that nobody sets. */
    private val seen = HashMap<String, Long>()

    /** Resolved, and held for a listener. */
    private val held = HashSet<String>()

    fun listen(listener: (OpenedLink) -> Unit): AutoCloseable =
        delivery.listen(listener).also { scope.launch { delivery.flush() } }

    suspend fun accept(url: String, deferred: Boolean) {
        val kept = context.kept ?: return
        if (context.stopped) return
        val came = clock.monotonic()
        val last = seen.put(url, came)
        val waiting = kept.state.pending.any { it.url == url }
        if (waiting || (last != null && came - last < SAME_VISIT_MILLIS)) {
            return receipt.note(Step.URL, Outcome.SKIPPED, "The same visit once more: $url")
        }
        receipt.note(Step.URL, Outcome.OK, url)
        kept.state.pending += PendingLink(url, clock.now(), deferred, first = deferred || context.opening)
        kept.save()
    }

    suspend fun open(url: String, deferred: Boolean): OpenedLink {
        val answer = context.call("GET", "/sdk/resolve?url=${encode(url)}")
        return OpenedLink(url, ResolvedLink(answer.data), deferred)
    }

    suspend fun resolveAll() {
        for (pending in context.kept?.state?.pending.orEmpty()) {
            if (!context.stopped && pending.url !in held) resolvePending(pending)
        }
    }

    /** Forgets what has come so far. */
    fun drop(kept: Kept) {
        delivery.drop()
        held.clear()
        seen.clear()
        kept.state.run {
            pending = emptyList()
            pasted = null
            last = null
        }
    }

    private suspend fun resolvePending(pending: PendingLink) {
        val era = context.era
        val url = pending.url
        // A clock that was set back says nothing.
        if (clock.now() - pending.at > MAX_WAIT_MILLIS) {
            receipt.note(Step.RESOLVE, Outcome.FAILED, "It waited for more than a day: $url")
            return forget(url)
        }
        try {
            val opened = open(url, pending.deferred)
            if (era != context.era) return
            receipt.note(Step.RESOLVE, Outcome.OK, opened.link.slug)
            receipt.resolved += 1
            held += url
            delivery.deliver(opened)
            if (url in held) receipt.note(Step.DELIVER, Outcome.WAITING, "Nobody listens yet")
        } catch (error: FairleadError) {
            if (era == context.era && context.report(Step.RESOLVE, error) == Outcome.FAILED) forget(url)
        }
    }

    private suspend fun settle(opened: OpenedLink, faults: List<Exception>) {
        for (fault in faults) receipt.note(Step.DELIVER, Outcome.FAILED, "A listener threw: $fault")
        receipt.note(Step.DELIVER, Outcome.OK, opened.url)
        receipt.delivered += 1
        remember(opened)
        forget(opened.url)
    }

    /** Stored together with what is forgotten. */
    private fun remember(opened: OpenedLink) {
        val state = context.kept?.state ?: return
        state.last = opened
        if (state.first == null && state.pending.any { it.url == opened.url && it.first }) state.first = opened
    }

    private suspend fun forget(url: String) {
        held -= url
        val kept = context.kept ?: return
        kept.state.pending = kept.state.pending.filter { it.url != url }
        kept.save()
    }
}
