package dev.fairlead

import java.net.HttpURLConnection
import java.net.URL
import java.util.Locale
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.suspendCancellableCoroutine

/** Longer than any attempt: what nobody waits for any more ends by itself. */
private const val ABANDONED_MILLIS = 60_000

/** `HttpURLConnection`, which Android and every Java runtime bring along. */
public class UrlConnectionHttp : Http {
    override suspend fun send(request: HttpRequest): HttpResponse = suspendCancellableCoroutine { waiting ->
        val executor = Dispatchers.IO.asExecutor()
        executor.execute {
            val connection = try {
                open(request)
            } catch (fault: Exception) {
                waiting.resumeWithException(fault)
                return@execute
            }
            // Its calls block: closing the connection is what ends them.
            waiting.invokeOnCancellation { executor.execute(connection::disconnect) }
            try {
                waiting.resume(exchange(connection, request.body))
            } catch (fault: Exception) {
                waiting.resumeWithException(fault)
            }
        }
    }

    private fun open(request: HttpRequest): HttpURLConnection =
        (URL(request.url).openConnection() as HttpURLConnection).apply {
            requestMethod = request.method
            instanceFollowRedirects = false
            useCaches = false
            connectTimeout = ABANDONED_MILLIS
            readTimeout = ABANDONED_MILLIS
            for ((name, value) in request.headers) setRequestProperty(name, value)
        }

    private fun exchange(connection: HttpURLConnection, body: String?): HttpResponse {
        if (body != null) {
            val bytes = body.toByteArray()
            connection.doOutput = true
            // Otherwise a request whose answer was lost would be sent again without our knowing. (Java's, unlike Android's,
            // then gives a 401 without its body.)
            connection.setFixedLengthStreamingMode(bytes.size)
            connection.outputStream.use { it.write(bytes) }
        }
        val status = connection.responseCode
        val stream = if (status >= 400) connection.errorStream else connection.inputStream
        val text = stream?.use { it.readBytes().toString(Charsets.UTF_8) }.orEmpty()
        val headers = connection.headerFields.entries
            .filter { (name) -> name != null }
            .associate { (name, values) -> name.lowercase(Locale.ROOT) to values.first() }
        return HttpResponse(status, headers, text)
    }
}
