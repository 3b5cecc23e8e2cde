import Foundation

/// What a call came to that brought no answer to use.
public struct FairleadError: Error, CustomStringConvertible {
    /// The HTTP status; 0 where no answer came.
    public let status: Int
    /// The stable code of the server, or `CONNECTION` and `INVALID_ANSWER` where it did not answer.
    public let code: String
    public let message: String
    /// Names the request in the server's logs.
    public let requestId: String?
    /// Each field at fault, for a form to mark; empty where no field is.
    public let errors: [FieldError]
    /// Seconds after which the server is to be asked again.
    public let retryAfter: Double?

    public var description: String { message }

    init(
        status: Int,
        code: String,
        message: String,
        requestId: String? = nil,
        errors: [FieldError] = [],
        retryAfter: Double? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.requestId = requestId
        self.errors = errors
        self.retryAfter = retryAfter
    }

    /// Whether asking again later may help.
    var isPassing: Bool {
        status == 0 || status == 408 || status == 429 || status >= 500 || code == "INVALID_ANSWER"
    }
}
