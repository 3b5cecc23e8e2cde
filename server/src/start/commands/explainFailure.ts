import { DatabaseError } from 'pg';
import { isUnavailable } from '#platform/db/connections/isUnavailable.ts';

/** Mistakes of ours: nothing but the stack says where. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

/** Why a process cannot go on, in a sentence that tells the operator what to look at. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (MISTAKES.some((kind) => error instanceof kind)) return error.stack ?? String(error);
  const { message } = findReason(error);
  if (error instanceof DatabaseError) return `The database refused: ${message} (${error.code})`;
  return isUnavailable(error) ? `A service that this one needs is away: ${message}` : message;
}

/** A host with several addresses fails once for each, under an error without a message. */
function findReason(error: Error): Error {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first : error;
}
