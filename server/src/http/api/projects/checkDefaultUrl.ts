import { type Finding, finding } from '@fairlead/contract/finding';
import { checkNewDestination, serialiseDestination } from '../../../links/destination.ts';

/** The default URL is a destination as those of links are (Rule: bodies). */
export function checkDefaultUrl(url: string | null | undefined): Finding[] {
  const fault = typeof url === 'string' ? checkNewDestination(url) : null;
  return fault === null ? [] : [finding('defaultUrl', fault.code, `defaultUrl ${fault.message}`)];
}

/** A body with the default URL as it is stored. For one that passed the check. */
export function serialiseDefaultUrl<Body extends { readonly defaultUrl?: string | null }>(
  body: Body,
): Body {
  const { defaultUrl } = body;
  return typeof defaultUrl === 'string'
    ? { ...body, defaultUrl: serialiseDestination(defaultUrl) }
    : body;
}
