package dev.fairlead

import kotlin.math.max
import kotlin.math.min
import kotlin.random.Random
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.delay
import kotlinx.coroutines.withTimeoutOrNull

/** A server that asks for a longer pause than this gets no retry within the call. Seconds. */
private const val MAX_PAUSE = 30.0
private const val MAX_DELAY_MILLIS = 8_000L
private const val MAX_RETRIES = 2

internal class Transport(val http: Http, val timeoutMillis: Long, val retryDelayMillis: Long)

internal class Answer(val data: Map<String, Any?>, val headers: Map<String, String>) {
    val requestId: String? get() = headers["x-request-id"]
}

/** Carries out a request, repeating it while it [isWanted] and where that may help: all that apps ask is safe to repeat. */
internal suspend fun send(
    transport: Transport,
    request: HttpRequest,
    isWanted: () -> Boolean,
    onRetry: (FairleadError) -> Unit = {},
): Answer {
    var attempt = 0
    while (true) {
        try {
            return sendOnce(transport, request)
        } catch (error: FairleadError) {
            if (attempt >= MAX_RETRIES || !error.isPassing || (error.retryAfter ?: 0.0) > MAX_PAUSE) throw error
            onRetry(error)
            delay(pauseMillis(error, attempt, transport.retryDelayMillis))
            if (!isWanted()) throw error
        }
        attempt += 1
    }
}

private suspend fun sendOnce(transport: Transport, request: HttpRequest): Answer {
    val response = try {
        withTimeoutOrNull(transport.timeoutMillis) { transport.http.send(request) }
    } catch (stopped: CancellationException) {
        throw stopped
    } catch (fault: Exception) {
        throw FairleadError(0, "CONNECTION", "No connection: $fault", cause = fault)
    }
    return readAnswer(
        response ?: throw FairleadError(0, "TIMEOUT", "No answer within ${transport.timeoutMillis} ms"),
    )
}

private fun readAnswer(response: HttpResponse): Answer {
    val requestId = response.headers["x-request-id"]
    val status = response.status
    val data = try {
        objectOf(Json.read(response.body.ifBlank { "{}" }))
    } catch (_: JsonException) {
        null
    }
    if (data == null) {
        val start = response.body.take(80)
        throw FairleadError(status, "INVALID_ANSWER", "The answer is not from a Fairlead server: $start", requestId)
    }
    if (status in 200..299) return Answer(data, response.headers)
    throw FairleadError(
        status,
        (data["code"] ?: data["error"]) as? String ?: "HTTP_$status",
        data["detail"] as? String ?: readMessage(data["message"]) ?: "HTTP $status",
        requestId,
        (data["errors"] as? List<*>).orEmpty().mapNotNull(::readFieldError),
        response.headers["retry-after"]?.toDoubleOrNull()?.takeIf { it >= 0 },
    )
}

/** Of a server that answers no problem document. */
private fun readMessage(message: Any?): String? = if (message is List<*>) message.joinToString("; ") else message as? String

private fun readFieldError(found: Any?): FieldError? {
    val error = objectOf(found) ?: return null
    val (field, code, message) = listOf("field", "code", "message").map { error[it] as? String ?: return null }
    return FieldError(field, code, message, error["pointer"] as? String)
}

/** As long as the server asks for, else longer each time; at random, so that phones do not come back together. */
private fun pauseMillis(error: FairleadError, attempt: Int, delayMillis: Long): Long {
    val asked = ((error.retryAfter ?: 0.0) * 1000).toLong()
    val own = min(delayMillis shl attempt, MAX_DELAY_MILLIS) * (0.75 + Random.nextDouble() / 4)
    return max(asked, own.toLong())
}

/** The address of the server without its version, from whatever people give. */
internal fun originOf(baseUrl: String): String =
    baseUrl.trimEnd('/').removeSuffix("/v1").removeSuffix("/api")
