import { FairleadError, type Failure } from '../core/FairleadError.ts';

/** 400: the message names the field and what it should be. */
export class BadRequestError extends FairleadError {
  override readonly name = 'BadRequestError';
}
/** 401: the key or session is missing, unknown or revoked. */
export class AuthenticationError extends FairleadError {
  override readonly name = 'AuthenticationError';
}
/** 402: the plan does not include this. */
export class PaymentRequiredError extends FairleadError {
  override readonly name = 'PaymentRequiredError';
}
/** 403: the credential may not do this, or a limit of the plan is reached. */
export class PermissionDeniedError extends FairleadError {
  override readonly name = 'PermissionDeniedError';
}
/** 404 */
export class NotFoundError extends FairleadError {
  override readonly name = 'NotFoundError';
}
/** 409 */
export class ConflictError extends FairleadError {
  override readonly name = 'ConflictError';
}
/** 412: the link is no longer the version that `ifMatch` names; read it again. */
export class PreconditionFailedError extends FairleadError {
  override readonly name = 'PreconditionFailedError';
}
/** 413 */
export class PayloadTooLargeError extends FairleadError {
  override readonly name = 'PayloadTooLargeError';
}
/** 429: `retryAfter` says for how many seconds. */
export class RateLimitError extends FairleadError {
  override readonly name = 'RateLimitError';
}
/** 500 and above. */
export class ServerError extends FairleadError {
  override readonly name = 'ServerError';
}
/** No answer came, or none in time; `status` is 0. */
export class ConnectionError extends FairleadError {
  override readonly name = 'ConnectionError';
}

const BY_STATUS: Readonly<Record<number, typeof FairleadError>> = {
  0: ConnectionError,
  400: BadRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  429: RateLimitError,
};

export function errorOf(failure: Failure): FairleadError {
  const { status } = failure;
  const Kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : FairleadError);
  return new Kind(failure);
}
