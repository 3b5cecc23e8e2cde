import { Problem } from '../lib/Problem.ts';

/** Of node's sockets and resolver, and SQLSTATE classes of a database that goes, comes or has no room. */
const CODES =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08|57|53)/;

/** The database does not answer, shuts down, or has not been told everything yet: nobody's fault, and it will pass. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'UNAVAILABLE';
  const { code, message = '' } = error as { code?: string; message?: string };
  return (
    (typeof code === 'string' && CODES.test(code)) ||
    /Connection terminated|is not queryable|timeout expired|timeout exceeded when trying to connect/.test(
      message,
    )
  );
}

/** What stands in where the database does not answer; every other fault is thrown. */
export async function unlessAway<T>(work: Promise<T>, instead: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUnavailable(error)) return instead;
    throw error;
  }
}
