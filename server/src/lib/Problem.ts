import type { ErrorCode } from '@fairlead/contract/errors';

/**
 * An expected failure with a stable code and messages that may be shown to anybody:
 * each names the field and the cure, never a stack, an SQL text or another tenant.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly messages: readonly string[];
  /** Extra response headers, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    messages: string | readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    const list = typeof messages === 'string' ? [messages] : messages;
    super(list.join('; '));
    this.code = code;
    this.messages = list;
    this.headers = headers;
  }
}

/** Whether a credential was missing or wrong, such as a guessed one. */
export function isUnauthorized(thrown: unknown): boolean {
  return thrown instanceof Problem && thrown.code === 'UNAUTHORIZED';
}
