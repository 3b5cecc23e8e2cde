import type { ErrorCode } from '@fairlead/contract/errors';
import { isAPIError } from 'better-auth/api';
import { Problem } from '../lib/Problem.ts';

/** Turns a refusal of the library into a Problem in our words; what is no refusal is thrown on. */
export function refuse(code: ErrorCode, words: string): (error: unknown) => never {
  return (error) => {
    if (isAPIError(error) && error.statusCode === 429) {
      throw new Problem('UNAUTHORIZED', 'Too many wrong codes; try again in 15 minutes');
    }
    if (isAPIError(error) && error.statusCode < 500) throw new Problem(code, words);
    throw error;
  };
}
