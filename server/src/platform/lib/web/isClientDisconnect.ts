/**
 * Whether a body or a response broke off because the client disconnected. Not an error of ours, and no one is waiting
 * for a response.
 */
export function isClientDisconnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (error.message === 'aborted' && code === 'ECONNRESET') || code === 'ERR_STREAM_PREMATURE_CLOSE'
  );
}
