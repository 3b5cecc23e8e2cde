import type { ErrorCode } from '@fairlead/contract/errors';
import { Problem } from '#platform/lib/Problem.ts';
import type { Accounts } from '../createAccounts.ts';

/** The library throws plain errors for whatever it refuses: they are logged, and one sentence is all that callers get. */
export function explainRefusal(
  { log }: Pick<Accounts, 'log'>,
  userId: string,
  code: ErrorCode,
): (error: unknown) => never {
  return (error) => {
    log.warn({ err: error, userId }, 'A passkey was refused');
    throw new Problem(
      code,
      'The passkey could not be verified; try again at the address of this dashboard, with the screen lock or PIN of your device',
    );
  };
}
