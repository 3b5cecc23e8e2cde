import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';

const EMAIL = /^[^\s\p{Cc}@<>()",;:\\[\]]+@[^\s\p{Cc}@<>()",;:\\[\]]+$/u;
const MAX_EMAIL_LENGTH = 254;

/**
 * The form in which an email is stored and compared: trimmed, lower case. Throws VALIDATION_ERROR
 * for what cannot be an email; only sending to it can verify the rest.
 */
export function normaliseEmail(email: string): string {
  const normal = readEmail(email);
  if (normal !== undefined) return normal;
  const message = `email must be an e-mail address of at most ${MAX_EMAIL_LENGTH} characters, such as ada@example.com`;
  throw new Problem('VALIDATION_ERROR', finding('email', 'format', message));
}

/** The same for a lookup: what cannot be an email belongs to no one. */
export function readEmail(email: string): string | undefined {
  const normal = email.trim().toLowerCase();
  return normal.length <= MAX_EMAIL_LENGTH && EMAIL.test(normal) ? normal : undefined;
}
