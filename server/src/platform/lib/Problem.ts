import type { ErrorCode } from '@fairlead/contract/errors';
import { type Finding, MAX_FINDINGS } from '@fairlead/contract/finding';

/**
 * An expected failure with a stable code and messages that may be shown to anyone: each names the
 * field and what to do, never a stack trace, SQL or another tenant.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly messages: readonly string[];
  /** The invalid fields of the request, if any. */
  readonly findings: readonly Finding[];
  /** Extra response headers, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the body carries in addition, as the operation's `errorMembers` declares. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    reason: string | Finding | readonly Finding[],
    headers: Readonly<Record<string, string>> = {},
    members: Readonly<Record<string, unknown>> = {},
  ) {
    const findings = typeof reason === 'string' ? [] : [reason].flat().slice(0, MAX_FINDINGS);
    const messages = typeof reason === 'string' ? [reason] : findings.map(({ message }) => message);
    super(messages.join('; '));
    this.code = code;
    this.messages = messages;
    this.findings = findings;
    this.headers = headers;
    this.members = members;
  }
}

/** Whether a credential was missing or wrong, for example guessed. */
export function isUnauthorized(thrown: unknown): boolean {
  return thrown instanceof Problem && thrown.code === 'UNAUTHORIZED';
}
