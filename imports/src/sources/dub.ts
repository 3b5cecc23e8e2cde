import { addCountries, addVariants, quote, report } from '../fillRules.ts';
import { addPlace, ignored, lost, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Draft, ReadField, Source } from '../Source.ts';
import { isYes, objectsOf, structureOf, textOf, timeOf } from '../values.ts';

const NUMBERS = 'Numbers beside clicks are not kept';

/** Dub: its CSV export, or links of its API, which has more. */
export const dub: Source = {
  id: 'dub',
  name: 'Dub',
  ownHosts:
    /^(dub\.sh|dub\.link|dub\.co|chatg\.pt|spti\.fi|cal\.link|amzn\.id|ggl\.link|fig\.page|git\.new|loooooooo\.ng)$/i,
  recognise: (headings) =>
    (headings.has('shortlink') && headings.has('destinationurl')) ||
    (headings.has('key') && headings.has('url') && headings.has('domain')),
  rules: [
    shortUrl('shortLink', 'Short link'),
    together('`slug`', 'key'),
    together('`domain`', 'domain'),
    { names: ['url', 'Destination URL'], to: 'fallbackUrl' },
    { names: ['ios'], to: 'iosUrl' },
    { names: ['android'], to: 'androidUrl' },
    { names: ['comments'], to: 'name' },
    ...(['title', 'description', 'image'] as const).map((name) =>
      together(
        `\`metadata.og${name[0]?.toUpperCase()}${name.slice(1)}\` where \`proxy\` is on; else it is the page's own`,
        name,
      ),
    ),
    together('that title, description and image are kept', 'proxy'),
    { names: ['tags', 'Tags'], to: 'tags' },
    { names: ['archived', 'Archived'], to: 'archived' },
    { names: ['createdAt', 'Created at'], to: 'createdAt' },
    { names: ['expiresAt'], to: 'expiresAt' },
    {
      names: ['disabledAt'],
      becomes: '`expiresAt`: a link that is switched off has ended',
      fill(draft, value) {
        const time = timeOf(value);
        if (time !== undefined) draft.link.expiresAt = time;
      },
    },
    { names: ['clicks', 'Clicks'], to: 'importedClicks' },
    { names: ['externalId'], to: 'externalId' },
    { names: ['expiredUrl'], to: 'expiredUrl', note: 'A link that is switched off has none' },
    together(
      '`rules`: one for each destination, with its countries. Phones keep `ios` and `android`',
      'geo',
    ),
    together(
      '`variants`, until you end the experiment. Phones keep `ios` and `android`',
      'testVariants',
    ),
    together('that `testVariants` are left out once their time is over', 'testCompletedAt'),
    lost('Links have no passwords: whoever has the link gets in', 'password'),
    lost('A link redirects and does not show a page under its own address', 'rewrite'),
    lost('There are no videos in previews', 'video'),
    lost('There are no folders; use tags', 'folderId'),
    lost(NUMBERS, 'leads', 'Leads'),
    lost(NUMBERS, 'conversions', 'Conversions'),
    lost(NUMBERS, 'sales', 'saleAmount', 'Revenue'),
    ignored(
      'They are part of the destination',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'ref',
    ),
    ignored(
      'Of Dub itself',
      'id',
      'Link ID',
      'updatedAt',
      'Updated at',
      'userId',
      'workspaceId',
      'tenantId',
      'programId',
      'partnerId',
      'trackConversion',
      'publicStats',
      'qrCode',
      'lastClicked',
      'doIndex',
      'testStartedAt',
      'tagId',
      'projectId',
      'identifier',
      'user',
      'webhookIds',
    ),
  ],
  finish(draft, read) {
    const key = textOf(read('key'));
    const domain = textOf(read('domain'));
    if (draft.places.length === 0 && key !== '') {
      const place = domain === '' ? undefined : placeOf(`${domain}/${key}`);
      addPlace(draft, place ?? { host: null, path: key });
    }
    if (key === '_root' || draft.places.some(({ path }) => path === '_root')) {
      draft.skip = 'It is the root of a domain: set the default URL of the project instead';
    }
    // Dub shows its “not found” page then.
    if (timeOf(read('disabledAt')) !== undefined) delete draft.link.expiredUrl;
    readGeo(draft, read('geo'));
    readTest(draft, read);
    if (!isYes(read('proxy'))) return;
    for (const name of ['title', 'description', 'image']) {
      const text = textOf(read(name));
      if (text !== '') draft.metadata[`og${name[0]?.toUpperCase()}${name.slice(1)}`] = text;
    }
  },
};

function readGeo(draft: Draft, value: unknown): void {
  if (value === undefined) return;
  const geo = structureOf(value);
  if (geo === undefined) return report(draft, 'geo', `${quote(value)} has no countries`);
  const found = Object.entries(geo).map(([code, url]: [string, unknown]) => ({ code, url }));
  addCountries(draft, 'geo', found);
}

/** Dub tests the destination alone: phones with a URL of their own and countries come first. */
function readTest(draft: Draft, read: ReadField): void {
  const value = read('testVariants');
  if (value === undefined) return;
  const end = timeOf(read('testCompletedAt'));
  if (end !== undefined && Date.parse(end) <= Date.now()) {
    report(
      draft,
      'testVariants',
      `The test has ended on ${quote(end)}: the destination stays`,
      'changed',
    );
    return;
  }
  const found = objectsOf(value).map(({ url, percentage }) => ({ url, share: percentage }));
  addVariants(draft, 'testVariants', found);
  if (end === undefined || draft.link.variants === undefined) return;
  const message = `The test would have ended on ${quote(end)}; here it goes on until you end it`;
  report(draft, 'testVariants', message, 'changed');
}
