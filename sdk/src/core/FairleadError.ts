import type { FieldError } from '../contract.ts';

/** What a call came to that brought no answer to use. */
export interface Failure {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The stable code of the server; `CONNECTION` and `TIMEOUT` where no answer came, `INVALID_ANSWER` where it was not the server's. */
  readonly code: string;
  readonly message: string;
  /** Names the request in the server's logs. */
  readonly requestId?: string | undefined;
  /** Each field at fault, for a form to mark; empty where no field is. */
  readonly errors?: readonly FieldError[];
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
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | undefined;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.requestId = failure.requestId;
    this.errors = failure.errors ?? [];
    this.retryAfter = failure.retryAfter;
  }
}
