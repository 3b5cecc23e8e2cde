/** A call that failed, with the server's own words. `status` 0: no answer at all. */
export class CallError extends Error {
  readonly status: number;
  readonly messages: readonly string[];
  readonly code: string | undefined;
  /** Seconds to wait, where the server said so. */
  readonly wait: number | undefined;

  constructor(status: number, messages: readonly string[], code?: string, wait?: number) {
    super(messages.join(' '));
    this.status = status;
    this.messages = messages;
    this.code = code;
    this.wait = wait;
  }
}

/** What to tell a person about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}
