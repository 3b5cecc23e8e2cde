import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import { isCommonPassword } from './isCommonPassword.ts';

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
const MIN_DIFFERENT_CHARACTERS = 5;

/**
 * The rules for a new password: length, some variety and not a common one, but no rules about symbols (NIST SP
 * 800-63B, 5.1.1.2). Throws VALIDATION_ERROR naming `field`. Signing in checks none of this: old passwords stay
 * valid.
 */
export function checkPassword(password: string, field = 'password'): void {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    const message = `${field} must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters; several words make a good one`;
    const code = password.length < MIN_PASSWORD_LENGTH ? 'too_short' : 'too_long';
    throw new Problem('VALIDATION_ERROR', finding(field, code, message));
  }
  if (new Set(password.toLowerCase()).size < MIN_DIFFERENT_CHARACTERS) {
    const message = `${field} must have at least ${MIN_DIFFERENT_CHARACTERS} different characters`;
    throw new Problem('VALIDATION_ERROR', finding(field, 'format', message));
  }
  if (isCommonPassword(password)) {
    throw new Problem(
      'VALIDATION_ERROR',
      `${field} is one of the most common passwords, or nearly; several words make a good one`,
    );
  }
}
