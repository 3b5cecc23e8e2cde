import { addCountries, addVariants, limitClicks, quote, report } from '../fillRules.ts';
import { addPlace, ignored, lost, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Draft, ReadField, Source } from '../Source.ts';
import { objectsOf, textOf, urlOf, withQuery } from '../values.ts';

/** Where the API has the targeting of each link; the reader adds it to the link under the same name. */
export const COUNTRIES = 'link_country';
export const REGIONS = 'link_region';

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
    { names: ['expiredURL'], to: 'expiredUrl' },
    together('`expiresAfterClicks`: what is left of them', 'clicksLimit'),
    together(
      '`rules`: one for each destination, with its countries. Phones keep `iphoneURL` and `androidURL`',
      COUNTRIES,
    ),
    together('**lost**: rules know countries and no regions', REGIONS),
    together('`variants`. Phones keep `iphoneURL` and `androidURL`', 'splitURL'),
    together('the shares of `variants`', 'splitPercent'),
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
    const domain = textOf(read('domain'));
    const path = textOf(read('path'));
    if (draft.places.length === 0 && path !== '') {
      const place = domain === '' ? undefined : placeOf(`${domain}/${path}`);
      addPlace(draft, place ?? { host: null, path });
    }
    addUtm(draft, read);
    limitClicks(draft, 'clicksLimit', read('clicksLimit'));
    readTargeting(draft, read);
    readSplit(draft, read);
  },
};

function addUtm({ link }: Draft, read: ReadField): void {
  if (link.fallbackUrl === undefined) return;
  const utm = UTM.map((name) => [snake(name), textOf(read(name))]).filter(([, text]) => text);
  link.fallbackUrl = withQuery(link.fallbackUrl, Object.fromEntries(utm));
}

function readTargeting(draft: Draft, read: ReadField): void {
  const found = objectsOf(read(COUNTRIES)).map(({ country, originalURL }) => ({
    code: country,
    url: originalURL,
  }));
  addCountries(draft, COUNTRIES, found);
  for (const { country, region, originalURL } of objectsOf(read(REGIONS))) {
    const where = quote(`${textOf(region)}, ${textOf(country)}`);
    const message = `The rule for the region ${where} to ${quote(originalURL)} is left out: rules know no regions`;
    report(draft, REGIONS, message);
  }
}

/** The rest stays with the destination. */
function readSplit(draft: Draft, read: ReadField): void {
  const { link } = draft;
  const url = read('splitURL');
  const percent = read('splitPercent');
  if (url === undefined) return;
  const whole = urlOf(url);
  if (Number(percent) === 100 && whole !== undefined) {
    link.fallbackUrl = whole;
    report(draft, 'splitURL', 'It has all visitors, and becomes the destination', 'changed');
    return;
  }
  const rest = 100 - Number(percent);
  addVariants(draft, 'splitURL', [
    { url: link.fallbackUrl, share: rest },
    { url, share: percent },
  ]);
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
