import { addPlace, ignored, lost, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Source } from '../Source.ts';
import { textOf, withQuery } from '../values.ts';

const UTM = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'] as const;

/** Short.io: links of its API, or its CSV files, which have the same names. */
export const shortio: Source = {
  id: 'shortio',
  name: 'Short.io',
  ownHosts: /(^|\.)short\.gy$/i,
  recognise: (headings) =>
    headings.has('originalurl') && (headings.has('path') || headings.has('shorturl')),
  rules: [
    shortUrl('shortURL', 'secureShortURL'),
    together('`slug`', 'path'),
    together('`domain`', 'domain', 'hostname'),
    { names: ['originalURL'], to: 'fallbackUrl' },
    { names: ['iphoneURL'], to: 'iosUrl' },
    { names: ['androidURL'], to: 'androidUrl' },
    { names: ['title'], to: 'name' },
    { names: ['tags'], to: 'tags' },
    { names: ['archived'], to: 'archived' },
    { names: ['createdAt'], to: 'createdAt' },
    { names: ['expiresAt'], to: 'expiresAt' },
    { names: ['clicks', 'totalClicks'], to: 'importedClicks' },
    ...UTM.map((name) => together(`\`${snake(name)}\` in the destination`, name)),
    lost('An ended link shows the page of ended links', 'expiredURL'),
    lost('A link does not end after a number of clicks', 'clicksLimit'),
    lost('A link leads to one destination', 'splitURL', 'splitPercent'),
    lost('A link redirects and does not show a page under its own address', 'cloaking'),
    lost(
      'Links have no passwords: whoever has the link gets in',
      'password',
      'hasPassword',
      'passwordContact',
    ),
    lost(
      'Pages of others are not called',
      'integrationGA',
      'integrationFB',
      'integrationAdroll',
      'integrationGTM',
    ),
    ignored('Every redirect is a 302', 'redirectType'),
    ignored(
      'Of Short.io itself',
      'id',
      'idString',
      'DomainId',
      'OwnerId',
      'updatedAt',
      'source',
      'icon',
      'ttl',
      'lcpath',
      'cloudflare',
      'success',
      'duplicate',
      'folderId',
      'User',
      'hasPassword',
    ),
  ],
  finish(draft, read) {
    const { link } = draft;
    const domain = textOf(read('domain'));
    const path = textOf(read('path'));
    if (draft.places.length === 0 && path !== '') {
      const place = domain === '' ? undefined : placeOf(`${domain}/${path}`);
      addPlace(draft, place ?? { host: null, path });
    }
    if (link.fallbackUrl === undefined) return;
    const utm = UTM.map((name) => [snake(name), textOf(read(name))]).filter(([, text]) => text);
    link.fallbackUrl = withQuery(link.fallbackUrl, Object.fromEntries(utm));
  },
};

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
