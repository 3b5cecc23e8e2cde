package dev.fairlead

/** What a call came to that brought no answer to use. */
public class FairleadError(
    /** The HTTP status; 0 where no answer came. */
    public val status: Int,
    /** The stable code of the server, or of this SDK where it did not answer: `CONNECTION`, `TIMEOUT`, `INVALID_ANSWER`. */
    public val code: String,
    override val message: String,
    /** Names the request in the server's logs. */
    public val requestId: String? = null,
    /** Each field at fault, for a form to mark; empty where no field is. */
    public val errors: List<FieldError> = emptyList(),
    /** Seconds after which the server is to be asked again. */
    public val retryAfter: Double? = null,
    cause: Throwable? = null,
) : Exception(message, cause) {
    /** Whether asking again later may help. */
    internal val isPassing: Boolean
        get() = status == 0 || status == 408 || status == 429 || status >= 500 || code == "INVALID_ANSWER"
}

/** One thing that is wrong with what was sent. */
public class FieldError(
    /** Its name, with dots where fields are nested; empty for the whole. */
    public val field: String,
    /** What is wrong, such as `too_long`; codes are stable. */
    public val code: String,
    /** A sentence that names the field and the cure. */
    public val message: String,
    /** A JSON pointer into the body; null for what was sent in the address. */
    public val pointer: String?,
)
