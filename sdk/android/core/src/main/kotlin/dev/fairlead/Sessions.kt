package dev.fairlead

import dev.fairlead.ReceiptStep.Outcome
import dev.fairlead.ReceiptStep.Step
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** A session lasts while the app is in front; bootstrap begins the first one. */
internal class Sessions(private val context: Context) {
    // In the order in which they were called for: who leaves while a session begins ends that one.
    private val inTurn = Mutex()

    suspend fun enter(): Unit = inTurn.withLock {
        val state = context.kept?.state ?: return
        if (!context.ready || context.sessionId != null || !context.agreed() || !context.active) return
        val era = context.era
        try {
            val answer = context.call("POST", "/sdk/sessions/start", mapOf("installationId" to state.id))
            if (era == context.era) context.sessionId = answer.data["sessionId"] as? String
            context.receipt.note(Step.SESSION, Outcome.OK, "Begun")
        } catch (error: FairleadError) {
            context.receipt.note(Step.SESSION, Outcome.FAILED, error.message)
        }
    }

    suspend fun leave(): Unit = inTurn.withLock {
        val sessionId = context.sessionId ?: return
        context.sessionId = null
        try {
            context.call("POST", "/sdk/sessions/${encode(sessionId)}/end")
            context.receipt.note(Step.SESSION, Outcome.OK, "Ended")
        } catch (error: FairleadError) {
            context.receipt.note(Step.SESSION, Outcome.FAILED, error.message)
        }
    }
}
