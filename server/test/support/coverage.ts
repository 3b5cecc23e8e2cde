const met = new Set<string>();

/** Remembers that a test met this status of this operation. */
export function recordReply(operationId: string, status: number): void {
  met.add(`${operationId} ${status}`);
}

/** Which (operation, status) pairs the tests of this process have met. */
export function metReplies(): ReadonlySet<string> {
  return met;
}
