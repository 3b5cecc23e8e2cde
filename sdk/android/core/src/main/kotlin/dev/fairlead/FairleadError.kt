package dev.fairlead

/** What a call came to that brought no answer to use. */
public class FairleadError(
    /** The HTTP status; 0 where no answer came. */
    public val status: Int,
    /** The stable code of the server, or `CONNECTION`, `TIMEOUT` and `INVALID_ANSWER` where it did not answer. */
    public val code: String,
    override val message: String,
    /** Names the request in the server's logs. */
    public val requestId: String? = null,
    /** Every finding; with one finding the same as the message. */
    public val errors: List<String> = listOf(message),
    /** Seconds after which the server is to be asked again. */
    public val retryAfter: Double? = null,
    cause: Throwable? = null,
) : Exception(message, cause) {
    /** Whether asking again later may help. */
    internal val isPassing: Boolean
        get() = status == 0 || status == 408 || status == 429 || status >= 500 || code == "INVALID_ANSWER"
}
