/** Whether reading a body failed because its sender is gone. No fault of ours, and nobody waits for an answer. */
export function isClientDisconnect(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message === 'aborted' &&
    (error as NodeJS.ErrnoException).code === 'ECONNRESET'
  );
}
