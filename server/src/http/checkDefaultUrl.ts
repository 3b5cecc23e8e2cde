import { Problem } from '../lib/Problem.ts';
import { checkDestination } from '../links/destination.ts';

/** The default URL is a destination as those of links are (DECISIONS 5): VALIDATION_ERROR for another. */
export function checkDefaultUrl(url: string | null | undefined): void {
  const finding = typeof url === 'string' ? checkDestination(url) : null;
  if (finding !== null) throw new Problem('VALIDATION_ERROR', `defaultUrl ${finding}`);
}
