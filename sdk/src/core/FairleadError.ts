/** What a call came to that brought no answer to use. */
export interface Failure {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The stable code of the server; `CONNECTION` and `TIMEOUT` where no answer came, `INVALID_ANSWER` where it was not the server's. */
  readonly code: string;
  readonly message: string;
  /** Names the request in the server's logs. */
  readonly requestId?: string | undefined;
  /** Every finding; with one finding the same as the message. */
  readonly errors?: readonly string[];
  /** Seconds after which the server is to be asked again. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The one error of this SDK; the server client throws a class of its own for each usual status. */
export class FairleadError extends Error {
  override readonly name: string = 'FairleadError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly errors: readonly string[];
  readonly retryAfter: number | undefined;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.requestId = failure.requestId;
    this.errors = failure.errors ?? [failure.message];
    this.retryAfter = failure.retryAfter;
  }
}
