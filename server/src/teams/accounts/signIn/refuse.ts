import type { ErrorCode } from '@fairlead/contract/errors';
import type { Finding } from '@fairlead/contract/finding';
import { isAPIError } from 'better-auth/api';
import { Problem } from '#platform/lib/Problem.ts';

/** Turns a refusal by the library into a Problem; anything else is rethrown. */
export function refuse(code: ErrorCode, reason: string | Finding): (error: unknown) => never {
  return (error) => {
    if (isAPIError(error) && error.statusCode === 429) {
      throw new Problem('UNAUTHORIZED', 'Too many wrong codes; try again in 15 minutes');
    }
    if (isAPIError(error) && error.statusCode < 500) throw new Problem(code, reason);
    throw error;
  };
}
