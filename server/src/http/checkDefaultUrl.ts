import { type Finding, finding } from '@fairlead/contract/finding';
import { checkDestination } from '../links/destination.ts';

/** The default URL is a destination as those of links are (DECISIONS 5). */
export function checkDefaultUrl(url: string | null | undefined): Finding[] {
  const fault = typeof url === 'string' ? checkDestination(url) : null;
  return fault === null ? [] : [finding('defaultUrl', fault.code, `defaultUrl ${fault.words}`)];
}
