import { addPlace, ignored, lost, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Draft, ReadField, Source } from '../Source.ts';
import { countOf, textOf, timeOf, urlOf } from '../values.ts';

/** Shlink: short URLs of its API with their redirect rules, or its CSV files. */
export const shlink: Source = {
  id: 'shlink',
  name: 'Shlink',
  ownHosts: null,
  recognise: (headings) => headings.has('longurl') && headings.has('shortcode'),
  rules: [
    shortUrl('shortUrl', 'Short URL'),
    together('`slug`', 'shortCode', 'Short code'),
    together('`domain`', 'domain', 'Domain'),
    { names: ['longUrl', 'Long URL'], to: 'fallbackUrl' },
    { names: ['title', 'Title'], to: 'name' },
    { names: ['tags', 'Tags'], to: 'tags' },
    { names: ['dateCreated', 'Date created'], to: 'createdAt' },
    {
      names: ['visitsSummary'],
      becomes: '`importedClicks`: the total',
      fill: (draft, value) => noteVisits(draft, (value as { total?: unknown }).total),
    },
    { names: ['visitsCount', 'Visits'], becomes: '`importedClicks`', fill: noteVisits },
    {
      names: ['meta'],
      becomes: '`expiresAt` from `validUntil`; `validSince` and `maxVisits` are lost',
      fill: readLimits,
    },
    {
      names: ['deviceLongUrls'],
      becomes: '`iosUrl`, `androidUrl`',
      fill(draft, value) {
        for (const [device, url] of Object.entries(value as object)) lead(draft, device, url);
      },
    },
    {
      names: ['redirectRules'],
      becomes:
        '`iosUrl`, `androidUrl`, `fallbackUrl` from rules with the one condition of a device; other rules are lost',
      fill: readRules,
    },
    {
      names: ['forwardQuery'],
      becomes: 'nothing; the query of a visit is not added to the destination',
      fill(draft, value) {
        if (value !== true) return;
        const message = 'Shlink adds the query of a visit to the destination; here it is not added';
        draft.findings.push({ field: 'forwardQuery', kind: 'lost', message });
      },
    },
    lost('Links are never shown to search engines', 'crawlable'),
    ignored('The rules themselves are read', 'hasRedirectRules'),
  ],
  finish(draft, read) {
    placeByCode(draft, read);
  },
};

/** Code and domain where there is no whole short URL. */
function placeByCode(draft: Draft, read: ReadField): void {
  const code = textOf(read('shortCode'));
  if (draft.places.length > 0 || code === '') return;
  const domain = textOf(read('domain'));
  const place = domain === '' ? undefined : placeOf(`${domain}/${code}`);
  addPlace(draft, place ?? { host: null, path: code });
}

function noteVisits(draft: Draft, value: unknown): void {
  const visits = countOf(value);
  if (visits !== undefined && visits > 0) draft.link.importedClicks = visits;
}

function readLimits(draft: Draft, value: unknown): void {
  const { validSince, validUntil, maxVisits } = value as Record<string, unknown>;
  const until = timeOf(validUntil);
  if (until !== undefined) draft.link.expiresAt = until;
  for (const [field, given, message] of [
    ['validSince', validSince, 'A link is good from the start'],
    ['maxVisits', maxVisits, 'A link does not end after a number of visits'],
  ] as const) {
    if (given) draft.findings.push({ field, kind: 'lost', message });
  }
}

interface RedirectRule {
  readonly longUrl?: unknown;
  readonly priority?: unknown;
  readonly conditions?: readonly { readonly type?: unknown; readonly matchValue?: unknown }[];
}

function readRules(draft: Draft, value: unknown): void {
  const rules = (Array.isArray(value) ? value : []) as RedirectRule[];
  // The first rule that fits wins, so the later ones are filled in first.
  for (const rule of rules.toSorted((a, b) => Number(b.priority) - Number(a.priority))) {
    const [condition, second] = rule.conditions ?? [];
    if (second === undefined && condition?.type === 'device') {
      if (lead(draft, textOf(condition.matchValue), rule.longUrl)) continue;
    }
    const kinds = (rule.conditions ?? []).map(({ type }) => textOf(type)).join(' and ');
    const message = `A rule by ${kinds || 'nothing'} to ${textOf(rule.longUrl)} has no counterpart`;
    draft.findings.push({ field: 'redirectRules', kind: 'lost', message });
  }
}

/** Sends a kind of device to a URL; false where there is no field for it. */
function lead({ link }: Draft, device: string, value: unknown): boolean {
  const url = urlOf(value);
  if (url === undefined) return true;
  switch (device) {
    case 'ios':
      link.iosUrl = url;
      return true;
    case 'android':
      link.androidUrl = url;
      return true;
    case 'mobile':
      link.iosUrl = url;
      link.androidUrl = url;
      return true;
    case 'desktop':
      if (link.fallbackUrl !== undefined) {
        link.iosUrl ??= link.fallbackUrl;
        link.androidUrl ??= link.fallbackUrl;
      }
      link.fallbackUrl = url;
      return true;
    default:
      return false;
  }
}
