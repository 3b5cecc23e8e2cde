package dev.fairlead

import java.net.URLEncoder

/** What the parts of one app share; everything but the receipt belongs to the app's own dispatcher. */
internal class Context(val options: AppOptions) {
    val platform = options.platform
    val receipt = Receipt(options.log, platform.clock)

    /** There once the storage has been read. */
    @Volatile var kept: Kept? = null
    var device = DeviceFacts()

    /** Counts what makes answers under way stale: signing out, erasing, a change of consent. */
    var era = 0

    /** The server knows the installation. */
    var ready = false
    var active = true

    /** The first open is being dealt with: a link that comes now is the one that led to it. */
    var opening = false
    var stopped = false
    var sessionId: String? = null

    /** Set by what schedules the work. */
    var retryLater: (seconds: Double) -> Unit = {}

    private val baseUrl = "${originOf(options.baseUrl)}/v1"
    private val transport = Transport(platform.http, options.timeoutMillis, options.retryDelayMillis)

    fun agreed(): Boolean = kept?.state?.consent ?: options.consent

    /** Keeps the freshest token, and does without one that does not hold. */
    suspend fun call(
        method: String,
        path: String,
        body: Map<String, Any?>? = null,
        onRetry: (FairleadError) -> Unit = {},
    ): Answer {
        val text = body?.let { Json.write(it) }
        val eraOfCall = era
        val callOnce = suspend {
            callOnce(HttpRequest(method, baseUrl + path, headersOf(text), text), { eraOfCall == era }, onRetry)
        }
        return try {
            callOnce()
        } catch (error: FairleadError) {
            val state = kept?.state
            if (error.status != 401 || state?.token == null || eraOfCall != era) throw error
            state.token = null
            callOnce()
        }
    }

    private suspend fun callOnce(
        request: HttpRequest,
        isWanted: () -> Boolean,
        onRetry: (FairleadError) -> Unit,
    ): Answer {
        val answer = send(transport, request, isWanted, onRetry)
        val token = answer.headers["x-installation-token"]
        val now = kept
        if (!token.isNullOrEmpty() && now != null && isWanted() && agreed()) {
            now.state.token = token
            now.save()
        }
        return answer
    }

    private fun headersOf(body: String?): Map<String, String> = buildMap {
        // Of an error, its problem document: only that names the fields.
        put("accept", "application/problem+json, application/json")
        if (body != null) put("content-type", "application/json")
        put("x-app-key", options.publishableKey)
        put("x-svc-client", platform.client)
        put("x-svc-client-version", VERSION)
        device.os?.let { put("x-svc-client-platform", it) }
        device.appBuild?.let { if (isBuild(it)) put("x-svc-app-build", it) }
        val state = kept?.state
        if (state != null && agreed()) {
            put("x-installation-id", state.id)
            state.token?.let { put("x-installation-token", it) }
        }
    }

    /** What is lost to a passing fault waits; the rest is said and given up. */
    fun report(step: ReceiptStep.Step, error: FairleadError): ReceiptStep.Outcome {
        val outcome = if (error.isPassing) ReceiptStep.Outcome.WAITING else ReceiptStep.Outcome.FAILED
        receipt.note(step, outcome, error.message, error.requestId)
        if (outcome == ReceiptStep.Outcome.WAITING) retryLater(error.retryAfter ?: 0.0)
        return outcome
    }
}

/** What the server takes for a build. Anything else could be no header at all, and no call would be made. */
private fun isBuild(text: String): Boolean = text.length in 1..32 && text.all { it in '!'..'~' }

/** As a value of a query: a space is `%20` there for every server. */
internal fun encode(value: String): String = URLEncoder.encode(value, "UTF-8").replace("+", "%20")
