package dev.fairlead

public class HttpRequest(
    public val method: String,
    public val url: String,
    public val headers: Map<String, String>,
    /** JSON, in UTF-8. */
    public val body: String?,
)

public class HttpResponse(
    public val status: Int,
    /** Their names in lower case. */
    public val headers: Map<String, String>,
    public val body: String,
)

/** One exchange with the server. Anything thrown means that no answer came; cancelling it ends it. */
public interface Http {
    public suspend fun send(request: HttpRequest): HttpResponse
}
