import { addPlace, ignored, lost, shortUrl } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Draft, Source } from '../Source.ts';
import { textOf } from '../values.ts';

/** Bitly: links of the API, or rows of its file. */
export const bitly: Source = {
  id: 'bitly',
  name: 'Bitly',
  ownHosts: /^(bit\.ly|bitly\.com|j\.mp)$/i,
  recognise: (headings) =>
    headings.has('bitlink') ||
    headings.has('custombitlinks') ||
    (headings.has('link') && headings.has('longurl') && headings.has('customlink')),
  rules: [
    {
      names: ['custom_bitlinks', 'Custom bitlinks', 'Custom link', 'Custom back-half'],
      becomes: '`domain` and `slug`: one link for each',
      fill(draft, value) {
        const urls: unknown[] = Array.isArray(value) ? value : textOf(value).split(/[\s,|;]+/);
        for (const url of urls) {
          const place = placeOf(url);
          if (place !== undefined) addPlace(draft, place);
        }
      },
    },
    shortUrl('link', 'id', 'Bitlink', 'Short link', 'Short URL'),
    { names: ['long_url', 'Long URL', 'Destination', 'Destination URL'], to: 'fallbackUrl' },
    { names: ['title', 'Title'], to: 'name' },
    { names: ['tags', 'Tags'], to: 'tags' },
    { names: ['archived', 'Archived'], to: 'archived' },
    { names: ['created_at', 'Created', 'Date created', 'Created at'], to: 'createdAt' },
    { names: ['Clicks', 'Total clicks', 'Engagements', 'Total engagements'], to: 'importedClicks' },
    {
      names: ['deeplinks'],
      becomes: '`iosUrl` and `androidUrl`, where they are whole URIs',
      fill: readDeepLinks,
    },
    lost('Who made a link is not kept', 'created_by'),
    lost('Campaigns are not kept; use tags', 'campaign_ids'),
    ignored('Of Bitly itself', 'references', 'launchpad_ids', 'client_id', 'is_deleted', 'guid'),
  ],
  finish(draft) {
    // Where there is an own address, the one under bit.ly is an inner one.
    const own = draft.places.filter(({ host }) => host === null || !bitly.ownHosts?.test(host));
    if (own.length > 0) draft.places.splice(0, draft.places.length, ...own);
  },
};

function readDeepLinks(draft: Draft, value: unknown): void {
  if (!Array.isArray(value)) return;
  for (const each of value as { os?: unknown; app_uri_path?: unknown }[]) {
    const path = textOf(each.app_uri_path);
    const field = textOf(each.os).toLowerCase() === 'android' ? 'androidUrl' : 'iosUrl';
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
      draft.link[field] = path;
    } else if (path !== '') {
      const message = `“${path}” is a path of an app that Bitly knows, and no URI`;
      draft.findings.push({ field: 'deeplinks', kind: 'lost', message });
    }
  }
}
