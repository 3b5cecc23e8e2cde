import type { TagColor } from '@fairlead/contract/tagColors';
import type { ChannelName } from './channels.ts';

/** How the marketers of the made-up business keep a link in order. */
interface Marketing {
  readonly folder?: string;
  readonly tags: readonly string[];
  /** Parameters of its destination; none where nobody would set any, such as for what people share from the app. */
  readonly utm: Readonly<Record<string, string>>;
}

/** What decides it. */
interface Promoted {
  readonly slug: string;
  readonly channel: ChannelName;
  readonly path: string;
}

/** folder, source, medium */
type Row = readonly [string | null, string?, string?];

const BY_CHANNEL: Readonly<Partial<Record<ChannelName, Row>>> = {
  instagram: ['Social', 'instagram', 'social'],
  tiktok: ['Social', 'tiktok', 'social'],
  community: ['Social', 'reddit', 'social'],
  video: ['Partners', 'youtube', 'influencer'],
  newsletter: ['Newsletter', 'newsletter', 'email'],
  search: [null, 'google', 'cpc'],
  poster: ['Print'],
};

/** Links that differ from the others of their channel. */
const BY_SLUG: Readonly<Partial<Record<string, Row>>> = {
  summit: ['Partners', 'tiktok', 'influencer'],
  podcast: ['Partners', 'long-way-up', 'podcast'],
};

/** What several links promote together, by where they lead. */
const THEMES: Readonly<
  Partial<Record<string, { readonly campaign: string; readonly tag?: string }>>
> = {
  'collections/autumn': { campaign: 'autumn', tag: 'Autumn' },
  'trail-week': { campaign: 'trail-week', tag: 'Trail week' },
  'products/summit-jacket': { campaign: 'summit-jacket' },
};

const PAID = 'Paid';
const PAID_MEDIUMS = new Set<string | undefined>(['cpc', 'influencer', 'podcast']);

export const TAG_COLORS: Readonly<Partial<Record<string, TagColor>>> = {
  Autumn: 'orange',
  'Trail week': 'green',
  [PAID]: 'violet',
};

export function marketingOf({ slug, channel, path }: Promoted): Marketing {
  const [folder, source, medium] = BY_SLUG[slug] ?? BY_CHANNEL[channel] ?? [null];
  const theme = THEMES[path];
  const paid = PAID_MEDIUMS.has(medium) ? [PAID] : [];
  return {
    ...(folder !== null && { folder }),
    tags: [...(theme?.tag === undefined ? [] : [theme.tag]), ...paid],
    utm:
      source === undefined || medium === undefined
        ? {}
        : { utm_source: source, utm_medium: medium, utm_campaign: theme?.campaign ?? slug },
  };
}
