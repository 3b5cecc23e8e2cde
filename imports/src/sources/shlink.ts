import { limitClicks } from '../fillRules.ts';
import { addPlace, ignored, lost, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Draft, ReadField, Source } from '../Source.ts';
import { countOf, isEmpty, structureOf, textOf, timeOf } from '../values.ts';
import { lead, readRules } from './shlinkRules.ts';

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
      becomes:
        '`expiresAt` from `validUntil`, `expiresAfterClicks` from what is left of `maxVisits`; `validSince` is lost',
      fill: readValidity,
    },
    {
      names: ['deviceLongUrls'],
      becomes: '`iosUrl`, `androidUrl`',
      fill(draft, value) {
        for (const [device, url] of Object.entries(value as object)) {
          if (!isEmpty(url)) lead(draft, 'deviceLongUrls', device, url);
        }
      },
    },
    together(
      '`iosUrl`, `androidUrl`, `fallbackUrl` if every rule has the one condition of a device; else `rules`, in their order',
      'redirectRules',
    ),
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
    limitClicks(draft, 'maxVisits', fieldOf(read('meta'), 'maxVisits'));
    readRules(draft, read('redirectRules'));
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

function readValidity(draft: Draft, value: unknown): void {
  const until = timeOf(fieldOf(value, 'validUntil'));
  if (until !== undefined) draft.link.expiresAt = until;
  if (isEmpty(fieldOf(value, 'validSince'))) return;
  const message = 'A link is good from the start';
  draft.findings.push({ field: 'validSince', kind: 'lost', message });
}

function fieldOf(value: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(structureOf(value) ?? {})).get(name);
}
