package dev.fairlead

import dev.fairlead.ReceiptStep.Outcome
import dev.fairlead.ReceiptStep.Step
import java.util.UUID
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Deferred

/** A link to be created; where it may lead is a setting of the project (`appLinks`). What is left out is the server's choice. */
public class CreateLinkRequest(
    /** `unified` or `dynamic` */
    public val type: String = "dynamic",
    /** The link's name at yours: with the same one it is the same link, however often it is asked for. */
    public val externalId: String = UUID.randomUUID().toString(),
    public val slug: String? = null,
    /** The title of its preview, where `metadata` has none. */
    public val name: String? = null,
    public val domain: String? = null,
    public val fallbackUrl: String? = null,
    public val iosUrl: String? = null,
    public val androidUrl: String? = null,
    public val iosFallbackUrl: String? = null,
    public val androidFallbackUrl: String? = null,
    /** For the app that it opens: strings, numbers, booleans, maps, lists and null. */
    public val parameters: Map<String, Any?>? = null,
    /** Its preview: `ogTitle`, `ogDescription`, `ogImage`. */
    public val metadata: Map<String, Any?>? = null,
    public val allowQueryPassthrough: Boolean? = null,
) {
    internal fun toBody(): Map<String, Any?> = fieldsOf(
        "type" to type,
        "externalId" to externalId,
        "slug" to slug,
        "name" to name,
        "domain" to domain,
        "fallbackUrl" to fallbackUrl,
        "iosUrl" to iosUrl,
        "androidUrl" to androidUrl,
        "iosFallbackUrl" to iosFallbackUrl,
        "androidFallbackUrl" to androidFallbackUrl,
        "parameters" to parameters,
        "metadata" to metadata,
        "allowQueryPassthrough" to allowQueryPassthrough,
    )
}

/** Links that the app creates itself, at once or as soon as the server answers. Repeating a request makes no second link. */
internal class LinkRequests(private val context: Context) {
    /** Who waits for a link in this process, by its `externalId`. */
    private val waiting = HashMap<String, CompletableDeferred<Link>>()

    suspend fun create(body: Map<String, Any?>): Link = Link(context.call("POST", "/sdk/links", body).data)

    /** Stores a request before anything else; the link comes with `createAll`, perhaps of a later process. */
    suspend fun keep(kept: Kept, body: Map<String, Any?>): Deferred<Link> {
        val link = waiting.getOrPut(body.externalId) { CompletableDeferred() }
        if (kept.state.requested.none { it.externalId == body.externalId }) {
            kept.state.requested += body
            kept.save()
        }
        return link
    }

    suspend fun createAll() {
        for (body in context.kept?.state?.requested.orEmpty()) {
            val era = context.era
            if (context.stopped) return
            try {
                val link = create(body)
                if (era != context.era) return
                context.receipt.note(Step.CREATE, Outcome.OK, link.shortUrl)
                settle(body)?.complete(link)
            } catch (error: FairleadError) {
                if (era != context.era || context.report(Step.CREATE, error) == Outcome.WAITING) return
                settle(body)?.completeExceptionally(error)
            }
        }
    }

    /** Drops what has not been created yet. */
    fun drop(kept: Kept) {
        val why = FairleadError(0, "DROPPED", "The app has signed out, or was erased, before the link was created")
        for (link in waiting.values) link.completeExceptionally(why)
        waiting.clear()
        kept.state.requested = emptyList()
    }

    /** Removes a request that has been answered; whoever waits for it is to be told. */
    private suspend fun settle(body: Map<String, Any?>): CompletableDeferred<Link>? {
        context.kept?.run {
            state.requested -= body
            save()
        }
        return waiting.remove(body.externalId)
    }
}

private val Map<String, Any?>.externalId: String get() = this["externalId"].toString()
