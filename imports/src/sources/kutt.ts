import { addPlace, ignored, lost, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import type { Source } from '../Source.ts';
import { isYes, textOf } from '../values.ts';

/** Kutt: links of its API. */
export const kutt: Source = {
  id: 'kutt',
  name: 'Kutt',
  ownHosts: /^kutt\.(it|to)$/i,
  recognise: (headings) => headings.has('address') && headings.has('target'),
  rules: [
    shortUrl('link'),
    together('`slug`', 'address'),
    together('`domain`', 'domain'),
    { names: ['target'], to: 'fallbackUrl' },
    { names: ['description'], to: 'name' },
    { names: ['expire_in'], to: 'expiresAt' },
    { names: ['created_at'], to: 'createdAt' },
    { names: ['visit_count'], to: 'importedClicks' },
    lost('Links have no passwords: whoever has the link gets in', 'password'),
    together('nothing: a banned link is skipped', 'banned'),
    ignored('Of Kutt itself', 'id', 'uuid', 'updated_at', 'user_id', 'domain_id'),
  ],
  finish(draft, read) {
    const address = textOf(read('address'));
    const domain = textOf(read('domain'));
    if (draft.places.length === 0 && address !== '') {
      const place = domain === '' ? undefined : placeOf(`${domain}/${address}`);
      addPlace(draft, place ?? { host: null, path: address });
    }
    if (isYes(read('banned'))) draft.skip = 'Kutt has banned it';
  },
};
