import { UTM_FIELDS } from '@fairlead/contract/utmFields';
import type { Link } from '#links/link/Link.ts';
import type { Click } from './facts/Click.ts';

type Field = `utm${Capitalize<(typeof UTM_FIELDS)[number]>}`;
type Campaign = Pick<Click, Field>;

const FIELDS = UTM_FIELDS.map(
  (name) => [`utm${name[0]!.toUpperCase()}${name.slice(1)}` as Field, `utm_${name}`] as const,
);
const NONE = Object.fromEntries(FIELDS.map(([field]) => [field, null])) as unknown as Campaign;

/**
 * The campaign of a visit, as the analytics of the destination would read it: of the address that the link leads to, or, where the
 * link forwards them, of the visit's own query.
 */
export function readCampaign(
  link: Pick<Link, 'fallbackUrl' | 'iosUrl' | 'androidUrl' | 'allowQueryPassthrough'>,
  query: string,
): Campaign {
  const url = link.fallbackUrl ?? link.iosUrl ?? link.androidUrl ?? '';
  const own = link.allowQueryPassthrough ? query : '';
  // Most visits have none: nothing is parsed for them.
  if (!url.includes('utm_') && !own.includes('utm_')) return NONE;
  const given = new URLSearchParams(own);
  const stored = new URLSearchParams(url.split('#', 1)[0]!.split('?').slice(1).join('?'));
  // Trimmed, as campaigns are compared; a line end before it could hide a formula from whoever opens an export.
  const read = (name: string) => given.get(name)?.trim() || stored.get(name)?.trim() || null;
  return Object.fromEntries(FIELDS.map(([field, name]) => [field, read(name)])) as Campaign;
}
