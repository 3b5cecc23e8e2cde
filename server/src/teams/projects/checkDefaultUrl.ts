import { type Finding, finding } from '@fairlead/contract/finding';
import { checkNewDestination, serialiseDestination } from '#platform/lib/web/destination.ts';

/** The default URL is a destination like those of links (Rule: bodies). */
export function checkDefaultUrl(url: string | null | undefined): Finding[] {
  const fault = typeof url === 'string' ? checkNewDestination(url) : null;
  return fault === null ? [] : [finding('defaultUrl', fault.code, `defaultUrl ${fault.message}`)];
}

/** The body with the default URL as it is stored. For a body that passed the check. */
export function serialiseDefaultUrl<Body extends { readonly defaultUrl?: string | null }>(
  body: Body,
): Body {
  const { defaultUrl } = body;
  return typeof defaultUrl === 'string'
    ? { ...body, defaultUrl: serialiseDestination(defaultUrl) }
    : body;
}
