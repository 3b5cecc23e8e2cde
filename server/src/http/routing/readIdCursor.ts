import { parameterFinding } from '@fairlead/contract/finding';
import { Problem } from '../../lib/Problem.ts';
import { UUID_PATTERN } from '../../lib/uuid.ts';

/** The cursor of lists in the order of their ids; VALIDATION_ERROR for what is none. */
export function readIdCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined || UUID_PATTERN.test(cursor)) return cursor;
  const message = 'cursor must be nextCursor of the page before';
  throw new Problem('VALIDATION_ERROR', parameterFinding('cursor', 'format', message));
}
