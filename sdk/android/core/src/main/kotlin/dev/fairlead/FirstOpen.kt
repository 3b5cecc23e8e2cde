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
            // One that was erased, say: nothing is known of it any more.
            if (answer.data["isNew"] == true) kept.state.customer?.told = false
            receipt.reinstall = (answer.data["previousInstallationId"] as? String)?.let {
                Reinstall(it, answer.data["reinstallDetectedAt"] as? String)
            }
            kept.save()
            val news = if (answer.data["isNew"] == true) "A new installation" else "A known one"
            receipt.note(Step.BOOTSTRAP, Outcome.OK, news, answer.requestId)
        } catch (error: FairleadError) {
            if (context.report(Step.BOOTSTRAP, error) == Outcome.FAILED) refused += Step.BOOTSTRAP
        }
    }

    suspend fun ensureMatch() {
        val state = context.kept?.state ?: return
        if (Step.MATCH in refused || !context.agreed()) return
        if (state.pasted == null) {
            if (state.matched) return
            if (!context.platform.deferred) return skipMatch("Only apps are installed")
            if (receipt.resolved > 0) return skipMatch("A link opened the app")
        }
        // Without an installation nothing would be credited; a link that waits may be why the app is open.
        if (context.ready && state.pending.isEmpty()) match(state.pasted)
    }

    /** Takes a text that was pasted; whether there is something to do. */
    suspend fun takePasted(text: String): Boolean {
        val kept = context.kept ?: return false
        if (context.stopped) return false
        val link = readCopiedLink(text)
        if (link == null) {
            receipt.note(Step.MATCH, Outcome.SKIPPED, "What was pasted is no link that our page copied")
            return false
        }
        // Without consent it is opened as any other link, and no installation is recognised.
        if (context.agreed()) kept.state.pasted = link else accept(link, true)
        refused -= Step.MATCH
        kept.save()
        return true
    }

    /** @throws FairleadError where there is no such code, no consent or no answer. */
    suspend fun useTestCode(code: String) {
        val kept = context.kept ?: return
        if (!context.agreed()) throw FairleadError(0, "NO_CONSENT", "A test code is sent only with consent: call setConsent(true) first")
        val era = context.era
        val body = fieldsOf(
            "installationId" to kept.state.id,
            "fingerprint" to fingerprint(),
            "testCode" to code,
            "debug" to true.takeIf { context.options.debug },
        )
        val answer = context.call("POST", "/sdk/deferred/match", body)
        if (era == context.era) keepMatch(kept, answer, false)
    }

    fun reset() {
        context.ready = false
        refused.clear()
    }

    private suspend fun match(clipboard: String?) {
        val kept = context.kept ?: return
        val state = kept.state
        val era = context.era
        // The server gives each click once: one that an earlier answer named does not come again.
        var lost = state.asked
        state.asked = true
        kept.save()
        try {
            val body = matchOf(state.id, clipboard)
            val answer = context.call("POST", "/sdk/deferred/match", body) { lost = lost || it.status == 0 }
            if (era != context.era) return
            if (state.pasted == clipboard) state.pasted = null
            keepMatch(kept, answer, lost)
        } catch (error: FairleadError) {
            state.asked = error.status == 0
            if (context.report(Step.MATCH, error) == Outcome.FAILED) {
                refused += Step.MATCH
                state.pasted = null
            }
        }
    }

    private suspend fun skipMatch(why: String) {
        receipt.note(Step.MATCH, Outcome.SKIPPED, why)
        context.kept?.run {
            state.matched = true
            save()
        }
    }

    private suspend fun keepMatch(kept: Kept, answer: Answer, lost: Boolean) {
        receipt.matchAsked = true
        receipt.matchType = answer.data["matchType"] as? String
        receipt.match = objectOf(answer.data["receipt"])
        receipt.note(Step.MATCH, Outcome.OK, receipt.matchType ?: if (lost) LOST else "No click led here", answer.requestId)
        // In one write: an app that is killed from here on finds the link in its storage.
        kept.state.matched = true
        kept.state.asked = false
        val link = objectOf(answer.data["data"])?.get("deepLink") as? String
        if (link != null) accept(link, true)
        kept.save()
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

    private suspend fun matchOf(id: String, clipboard: String?): Map<String, Any?> = fieldsOf(
        "installationId" to id,
        "fingerprint" to fingerprint(),
        "clipboard" to clipboard,
        *(if (clipboard == null) storeFields() else emptyArray()),
        "debug" to true.takeIf { context.options.debug },
    )

    private fun fingerprint(): Map<String, Any?> = context.device.run {
        fieldsOf(
            "os" to os,
            "model" to model,
            "screenResolution" to screenResolution,
            "timezone" to timezone,
            "language" to language,
            "systemVersion" to osVersion,
        )
    }

    private suspend fun storeFields(): Array<Pair<String, Any?>> = arrayOf(
        // For servers that do not know the whole referrer.
        "clickId" to readClickId(readReferrer()?.referrer),
        *referrerFields(),
    )

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

private val COPIED_LINK = Regex("^https?://\\S{1,900}[?&]_lc=[\\da-f-]{36}([.&]|$)", RegexOption.IGNORE_CASE)

/** The link in a pasted text, if our page copied it: it names its click. */
internal fun readCopiedLink(text: String): String? = text.trim().takeIf(COPIED_LINK::containsMatchIn)

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
