package dev.fairlead

import dev.fairlead.ReceiptStep.Outcome
import dev.fairlead.ReceiptStep.Step

internal class Customer(
    /** null: signed out */
    val id: String?,
    @Volatile var told: Boolean,
    val proof: String? = null,
)

/** Whose installation this is: told to the server once it knows the installation, and again until it has answered. */
internal class Identity(private val context: Context) {
    /** Null: nobody's. The same as before is not told again; another proof of it counts for what is still to be told. */
    fun set(kept: Kept, id: String?, proof: String? = null) {
        val customer = kept.state.customer
        if (customer?.id != id) {
            kept.state.customer = Customer(id, told = false, proof = proof)
        } else if (customer != null && proof != null && proof != customer.proof) {
            kept.state.customer = Customer(id, customer.told, proof)
        }
    }

    suspend fun tell() {
        val kept = context.kept ?: return
        val state = kept.state
        val customer = state.customer ?: return
        if (customer.told || !context.ready || !context.agreed()) return
        try {
            val body = buildMap {
                put("installationId", state.id)
                put("customerId", customer.id)
                customer.proof?.let { put("proof", it) }
            }
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
