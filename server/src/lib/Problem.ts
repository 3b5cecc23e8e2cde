import type { ErrorCode } from '@fairlead/contract/errors';
import type { Finding } from '@fairlead/contract/finding';

/**
 * An expected failure with a stable code and messages that may be shown to anyone:
 * each names the field and the cure, never a stack, an SQL text or another tenant.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly messages: readonly string[];
  /** The fields of the request that are to blame, where there are such. */
  readonly findings: readonly Finding[];
  /** Extra response headers, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    reason: string | Finding | readonly Finding[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    const findings = typeof reason === 'string' ? [] : [reason].flat();
    const messages = typeof reason === 'string' ? [reason] : findings.map((each) => each.message);
    super(messages.join('; '));
    this.code = code;
    this.messages = messages;
    this.findings = findings;
    this.headers = headers;
  }
}

/** Whether a credential was missing or wrong, such as a guessed one. */
export function isUnauthorized(thrown: unknown): boolean {
  return thrown instanceof Problem && thrown.code === 'UNAUTHORIZED';
}
