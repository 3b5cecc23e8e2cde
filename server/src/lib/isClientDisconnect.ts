/** Whether a body or an answer broke off because the client is gone. No fault of ours, and nobody waits for an answer. */
export function isClientDisconnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (error.message === 'aborted' && code === 'ECONNRESET') || code === 'ERR_STREAM_PREMATURE_CLOSE'
  );
}
