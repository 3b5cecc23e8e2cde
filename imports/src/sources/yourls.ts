import { addPlace, ignored, shortUrl, together } from '../fills.ts';
import type { Source } from '../Source.ts';
import { textOf } from '../values.ts';

/** YOURLS: links of its API, CSV files of its table, or an SQL dump. */
export const yourls: Source = {
  id: 'yourls',
  name: 'YOURLS',
  ownHosts: null,
  recognise: (headings) =>
    headings.has('keyword') && headings.has('url') && headings.has('timestamp'),
  rules: [
    shortUrl('shorturl'),
    together('`slug`', 'keyword'),
    { names: ['url', 'longurl'], to: 'fallbackUrl' },
    { names: ['title'], to: 'name' },
    {
      names: ['timestamp'],
      to: 'createdAt',
      note: 'YOURLS keeps the time of its server; it is taken as UTC',
    },
    { names: ['clicks'], to: 'importedClicks' },
    ignored('Addresses of people are not kept', 'ip'),
  ],
  finish(draft, read) {
    const keyword = textOf(read('keyword'));
    if (draft.places.length === 0 && keyword !== '') addPlace(draft, { host: null, path: keyword });
  },
};
