package dev.fairlead

import dev.fairlead.ReceiptStep.Outcome
import dev.fairlead.ReceiptStep.Step

private const val LOST = "No click led here, unless the answer to an earlier request was lost"

/** What has to happen once: the installation made known, and the click found that led to it. */
internal class FirstOpen(
    private val context: Context,
    private val accept: suspend (url: String, deferred: Boolean) -> Unit,
) {
    private val receipt = context.receipt

    /** Refused for good: not asked again before the next start. */
    private val refused = mutableSetOf<Step>()

    /** Of this installation, and so read once; null until it could be. */
    private var referrer: Result<InstallReferrer?>? = null

    private var metaReferrer: Result<MetaReferrer?>? = null

    suspend fun ensureBootstrap() {
        val kept = context.kept ?: return
        if (context.ready || Step.BOOTSTRAP in refused || !context.agreed()) return
        val era = context.era
        try {
            val answer = context.call("POST", "/sdk/bootstrap", bootstrapOf(kept.state))
            if (era != context.era) return
            context.ready = true
            context.sessionId = answer.data["sessionId"] as? String
            kept.state.token = answer.data["installationToken"] as? String
            kept.save()
            val news = if (answer.data["isNew"] == true) "A new installation" else "A known one"
            receipt.note(Step.BOOTSTRAP, Outcome.OK, news, answer.requestId)
        } catch (error: FairleadError) {
            if (context.report(Step.BOOTSTRAP, error) == Outcome.FAILED) refused += Step.BOOTSTRAP
        }
    }

    suspend fun ensureMatch() {
        val kept = context.kept ?: return
        val state = kept.state
        if (state.matched || Step.MATCH in refused || !context.agreed()) return
        if (!context.platform.deferred) return skipMatch("Only apps are installed")
        if (receipt.resolved > 0) return skipMatch("A link opened the app")
        // Without an installation nothing would be credited; a link that waits may be why the app is open.
        if (!context.ready || state.pending.isNotEmpty()) return
        val era = context.era
        // The server gives each click once: one that an earlier answer named does not come again.
        var lost = state.asked
        state.asked = true
        kept.save()
        try {
            val answer = context.call("POST", "/sdk/deferred/match", matchOf(state.id)) { lost = lost || it.status == 0 }
            if (era != context.era) return
            keepMatch(answer, lost)
            // In one write: an app that is killed from here on finds the link in its storage.
            state.matched = true
            val link = (answer.data["data"] as? Map<*, *>)?.get("deepLink") as? String
            if (link != null) accept(link, true)
            kept.save()
        } catch (error: FairleadError) {
            state.asked = error.status == 0
            if (context.report(Step.MATCH, error) == Outcome.FAILED) refused += Step.MATCH
        }
    }

    fun reset() {
        context.ready = false
        refused.clear()
    }

    private suspend fun skipMatch(why: String) {
        receipt.note(Step.MATCH, Outcome.SKIPPED, why)
        context.kept?.run {
            state.matched = true
            save()
        }
    }

    @Suppress("UNCHECKED_CAST")
    private fun keepMatch(answer: Answer, lost: Boolean) {
        receipt.matchAsked = true
        receipt.matchType = answer.data["matchType"] as? String
        receipt.match = answer.data["receipt"] as? Map<String, Any?>
        receipt.note(Step.MATCH, Outcome.OK, receipt.matchType ?: if (lost) LOST else "No click led here", answer.requestId)
    }

    private suspend fun bootstrapOf(state: State): Map<String, Any?> = context.device.run {
        fieldsOf(
            "installationId" to state.id,
            "deviceModel" to model,
            "deviceManufacturer" to manufacturer,
            "osName" to os,
            "osVersion" to osVersion,
            "appVersion" to appVersion,
            "appBuild" to appBuild,
            "language" to language,
            "timezone" to timezone,
            "persistentDeviceId" to persistentDeviceId,
            // Of the first open alone: later ones do not ask the store.
            *(if (state.matched || !context.platform.deferred) emptyArray() else referrerFields()),
            "metadata" to mapOf(
                "client" to mapOf("type" to context.platform.client, "version" to VERSION, "platform" to (os ?: "android")),
            ),
        )
    }

    private suspend fun matchOf(id: String): Map<String, Any?> = context.device.run {
        fieldsOf(
            "installationId" to id,
            "fingerprint" to fieldsOf(
                "os" to os,
                "model" to model,
                "screenResolution" to screenResolution,
                "timezone" to timezone,
                "language" to language,
                "systemVersion" to osVersion,
            ),
            // For servers that do not know the whole referrer.
            "clickId" to readClickId(readReferrer()?.referrer),
            *referrerFields(),
            "debug" to true.takeIf { context.options.debug },
        )
    }

    private suspend fun referrerFields(): Array<Pair<String, Any?>> = arrayOf(
        "installReferrer" to readReferrer()?.let(::fieldsOf),
        "metaInstallReferrer" to readMetaReferrer()?.let(::fieldsOf),
    )

    private suspend fun readReferrer(): InstallReferrer? {
        referrer = referrer ?: read("install referrer", context.platform.installReferrer)
        return referrer?.getOrNull()
    }

    private suspend fun readMetaReferrer(): MetaReferrer? {
        metaReferrer = metaReferrer ?: read("referrer of Meta's apps", context.platform.metaReferrer)
        return metaReferrer?.getOrNull()
    }

    /** Null where it could not be read, and may be another time. */
    private suspend fun <T> read(what: String, act: suspend () -> T): Result<T>? =
        attempt({ fault -> receipt.note(Step.MATCH, Outcome.SKIPPED, "The $what cannot be read: $fault") }) {
            Result.success(act())
        }
}

/** What followed `click_id=` in the install referrer, not decoded. */
internal fun readClickId(referrer: String?): String? =
    Regex("(?:^|&)click_id=([^&]+)").find(referrer.orEmpty())?.groupValues?.get(1)

private fun fieldsOf(referrer: InstallReferrer): Map<String, Any?> = referrer.run {
    fieldsOf(
        "referrer" to this.referrer,
        "clickTimestampSeconds" to clickTimestampSeconds,
        "installBeginTimestampSeconds" to installBeginTimestampSeconds,
        "clickTimestampServerSeconds" to clickTimestampServerSeconds,
        "installBeginTimestampServerSeconds" to installBeginTimestampServerSeconds,
        "installVersion" to installVersion,
        "googlePlayInstant" to googlePlayInstant,
    )
}

private fun fieldsOf(referrer: MetaReferrer): Map<String, Any?> = fieldsOf(
    "referrer" to referrer.referrer,
    "actualTimestampSeconds" to referrer.actualTimestampSeconds,
    "isClickThrough" to referrer.isClickThrough,
)

/** An object of JSON without the fields that have no value. */
private fun fieldsOf(vararg fields: Pair<String, Any?>): Map<String, Any?> =
    fields.filter { (_, value) -> value != null }.toMap()
