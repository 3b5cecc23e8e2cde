import { Problem } from '../../lib/Problem.ts';

/**
 * Codes of Node's sockets and resolver, and SQLSTATE classes of a database that is stopping, starting or out of
 * resources.
 */
const CODES =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08|57|53)/;

/**
 * The database does not answer, is shutting down, or does not have everything yet: a temporary condition that is not
 * the caller's fault.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'UNAVAILABLE';
  const { code, message = '', path } = error as { code?: string; message?: string; path?: string };
  // A file that is missing, and no socket.
  if (code === 'ENOENT' && path !== undefined) return false;
  return (
    (typeof code === 'string' && CODES.test(code)) ||
    /Connection terminated|is not queryable|timeout expired|Query read timeout|timeout exceeded when trying to connect/.test(
      message,
    )
  );
}

/** Returns `instead` if the database does not answer; any other error is thrown. */
export async function unlessAway<T>(work: Promise<T>, instead: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUnavailable(error)) return instead;
    throw error;
  }
}
