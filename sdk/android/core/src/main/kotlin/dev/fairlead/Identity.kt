package dev.fairlead

import dev.fairlead.ReceiptStep.Outcome
import dev.fairlead.ReceiptStep.Step

internal class Customer(
    /** null: signed out */
    val id: String?,
    @Volatile var told: Boolean,
)

/** Whose installation this is: told to the server once it knows the installation, and again until it has answered. */
internal class Identity(private val context: Context) {
    /** Null: nobody's. The same as before is not told again. */
    fun set(kept: Kept, id: String?) {
        if (kept.state.customer?.id != id) kept.state.customer = Customer(id, told = false)
    }

    suspend fun tell() {
        val kept = context.kept ?: return
        val state = kept.state
        val customer = state.customer ?: return
        if (customer.told || !context.ready || !context.agreed()) return
        try {
            val body = mapOf("installationId" to state.id, "customerId" to customer.id)
            val answer = context.call("POST", "/identify", body)
            customer.told = true
            context.receipt.note(Step.IDENTIFY, Outcome.OK, customer.id ?: "Signed out", answer.requestId)
        } catch (error: FairleadError) {
            if (context.report(Step.IDENTIFY, error) == Outcome.WAITING) return
            // Refused for good: not said again before the app says so.
            if (state.customer === customer) state.customer = null
        }
        kept.save()
    }
}
