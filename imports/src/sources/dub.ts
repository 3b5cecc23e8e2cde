import { addPlace, ignored, lost, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Source } from '../Source.ts';
import { isYes, textOf, timeOf } from '../values.ts';

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
    lost('An ended link shows the page of ended links', 'expiredUrl'),
    lost('Links have no passwords: whoever has the link gets in', 'password'),
    lost('A link redirects and does not show a page under its own address', 'rewrite'),
    lost('Destinations do not differ by country', 'geo'),
    lost('A link leads to one destination', 'testVariants'),
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
      'testCompletedAt',
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
    if (!isYes(read('proxy'))) return;
    for (const name of ['title', 'description', 'image']) {
      const text = textOf(read(name));
      if (text !== '') draft.metadata[`og${name[0]?.toUpperCase()}${name.slice(1)}`] = text;
    }
  },
};
