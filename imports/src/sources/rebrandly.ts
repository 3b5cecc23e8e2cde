import { addPlace, ignored, lost, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Source } from '../Source.ts';
import { textOf } from '../values.ts';

/** Rebrandly: links of its API, or its CSV files. */
export const rebrandly: Source = {
  id: 'rebrandly',
  name: 'Rebrandly',
  ownHosts: /^(rebrand\.ly|rb\.gy)$/i,
  recognise: (headings) => headings.has('slashtag'),
  rules: [
    shortUrl('shortUrl', 'Short URL', 'Branded short link'),
    together('`slug`', 'slashtag'),
    {
      names: ['domain'],
      becomes: '`domain`',
      fill: () => {},
    },
    together('`domain`', 'domainName', 'domain.fullName'),
    { names: ['destination', 'Destination URL'], to: 'fallbackUrl' },
    { names: ['title'], to: 'name' },
    { names: ['tags'], to: 'tags' },
    { names: ['createdAt', 'Created at', 'Created'], to: 'createdAt' },
    { names: ['clicks'], to: 'importedClicks' },
    lost('The query of a visit is not added to the destination', 'forwardParameters'),
    ignored(
      'Of Rebrandly itself',
      'id',
      'updatedAt',
      'lastClickAt',
      'lastClickDate',
      'favourite',
      'status',
      'integrated',
      'https',
      'isPublic',
      'creator',
      'domainId',
      'workspace',
    ),
  ],
  finish(draft, read) {
    const path = textOf(read('slashtag'));
    if (draft.places.length === 0 && path !== '') {
      const domain = textOf(read('domain.fullName')) || nameOf(read('domain'));
      const place = domain === '' ? undefined : placeOf(`${domain}/${path}`);
      addPlace(draft, place ?? { host: null, path });
    }
  },
};

/** The domain is an object in the API, and a name in files. */
function nameOf(domain: unknown): string {
  return typeof domain === 'object' && domain !== null && 'fullName' in domain
    ? textOf(domain.fullName)
    : textOf(domain);
}
