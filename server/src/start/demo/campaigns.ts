import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { ChannelName } from './channels.ts';
import { marketingOf } from './marketing.ts';

/** How visits are spread: even, mostly soon after the start, or mostly at week-ends. */
export type Shape = 'steady' | 'launch' | 'weekend';

export interface Campaign {
  readonly slug: string;
  readonly name: string;
  readonly channel: ChannelName;
  /** Days ago at which it began. */
  readonly began: number;
  readonly shape: Shape;
  /** Its share of the visits, relative to the others. */
  readonly weight: number;
  /** Where it leads: a section of the shop, and a screen of the app. */
  readonly path: string;
}

/** slug, name, channel, began, shape, weight, path */
type Row = readonly [string, string, ChannelName, number, Shape, number, string];

const ROWS: readonly Row[] = [
  ['autumn', 'Autumn collection: bio link', 'instagram', 88, 'steady', 130, 'collections/autumn'],
  ['trail-week', 'Trail week: stories', 'instagram', 61, 'launch', 120, 'trail-week'],
  ['trail-week-reel', 'Trail week: reel', 'instagram', 59, 'launch', 84, 'trail-week'],
  ['trail-week-video', 'Trail week: video', 'tiktok', 60, 'launch', 110, 'trail-week'],
  ['summit', 'Summit jacket: creator video', 'tiktok', 33, 'launch', 96, 'products/summit-jacket'],
  ['summit-review', 'Summit jacket: review', 'video', 31, 'launch', 70, 'products/summit-jacket'],
  ['summit-ad', 'Summit jacket: search ad', 'search', 30, 'steady', 78, 'products/summit-jacket'],
  ['news-34', 'Newsletter, week 34', 'newsletter', 86, 'launch', 36, 'journal/34'],
  ['news-36', 'Newsletter, week 36', 'newsletter', 72, 'launch', 38, 'journal/36'],
  ['news-38', 'Newsletter, week 38', 'newsletter', 58, 'launch', 40, 'journal/38'],
  ['news-40', 'Newsletter, week 40', 'newsletter', 44, 'launch', 43, 'journal/40'],
  ['news-42', 'Newsletter, week 42', 'newsletter', 30, 'launch', 46, 'journal/42'],
  ['news-44', 'Newsletter, week 44', 'newsletter', 16, 'launch', 50, 'journal/44'],
  ['invite', 'Invite a friend', 'friends', 90, 'steady', 150, 'invite'],
  ['share-route', 'Shared route', 'friends', 90, 'weekend', 128, 'routes/shared'],
  ['share-list', 'Shared wish list', 'friends', 75, 'steady', 42, 'lists/shared'],
  ['berlin', 'Store window Berlin', 'poster', 82, 'weekend', 58, 'stores/berlin'],
  ['munich', 'Store window Munich', 'poster', 82, 'weekend', 52, 'stores/munich'],
  ['london', 'Store window London', 'poster', 54, 'weekend', 44, 'stores/london'],
  ['hut', 'Mountain hut placemat', 'poster', 79, 'weekend', 36, 'routes/huts'],
  ['bus', 'Bus stop poster', 'poster', 25, 'steady', 40, 'collections/autumn'],
  ['receipt', 'Printed on receipts', 'poster', 90, 'steady', 34, 'loyalty'],
  ['get', 'Get the app: website header', 'website', 90, 'steady', 140, 'app'],
  ['get-cart', 'Get the app: cart', 'website', 90, 'steady', 62, 'cart'],
  ['get-product', 'Get the app: product page', 'website', 64, 'steady', 88, 'products'],
  ['brand', 'Search ad: brand', 'search', 90, 'steady', 92, 'app'],
  ['boots', 'Search ad: hiking boots', 'search', 76, 'steady', 74, 'collections/boots'],
  ['tents', 'Search ad: tents', 'search', 76, 'steady', 40, 'collections/tents'],
  ['packs', 'Search ad: backpacks', 'search', 48, 'steady', 46, 'collections/packs'],
  ['podcast', 'Podcast: Long Way Up', 'video', 68, 'launch', 38, 'podcast'],
  ['film', 'Film: Seven Passes', 'video', 47, 'launch', 66, 'film'],
  ['forum', 'Forum: gear questions', 'community', 71, 'steady', 30, 'advice'],
  ['ultralight', 'Ultralight thread', 'community', 40, 'launch', 34, 'collections/ultralight'],
  ['repair', 'Repair guide', 'community', 66, 'steady', 26, 'repair'],
  ['order', 'Message: order on its way', 'message', 90, 'steady', 120, 'orders/current'],
  ['back', 'Message: back in stock', 'message', 84, 'steady', 54, 'products/back'],
  ['points', 'Message: points run out', 'message', 62, 'launch', 48, 'loyalty/points'],
  ['members', 'Members’ evening', 'message', 22, 'launch', 30, 'events/members'],
  ['swap', 'Gear swap weekend', 'instagram', 12, 'launch', 58, 'events/swap'],
  ['winter', 'Winter preview', 'instagram', 6, 'launch', 72, 'collections/winter'],
];

export const CAMPAIGNS: readonly Campaign[] = ROWS.map(
  ([slug, name, channel, began, shape, weight, path]) => ({
    slug,
    name,
    channel,
    began,
    shape,
    weight,
    path,
  }),
);

const SHOP = 'https://www.skylark.example';
const APP_STORE = 'https://apps.apple.com/app/id1234567890';
const PLAY_STORE = 'https://play.google.com/store/apps/details?id=example.skylark.app';

/** The link of a campaign. Its externalId lets a second run find it again. */
export function linkOf(campaign: Campaign): BulkLinkRequest {
  const { slug, name, channel, path } = campaign;
  const { folder, tags, utm } = marketingOf(campaign);
  const query = new URLSearchParams(utm).toString();
  const shared = {
    slug,
    name,
    tags: [...tags],
    ...(folder !== undefined && { folder }),
    externalId: `demo:${slug}`,
    fallbackUrl: `${SHOP}/${path}${query && `?${query}`}`,
    parameters: { screen: path, campaign: slug },
    metadata: {
      ogTitle: name.replace(/: .*/, ''),
      ogDescription: 'Gear, routes and people for long days outside.',
    },
  };
  // Search campaigns send phones to the stores; the rest tries the app first.
  return channel === 'search'
    ? { ...shared, type: 'unified', iosUrl: APP_STORE, androidUrl: PLAY_STORE }
    : {
        ...shared,
        type: 'dynamic',
        iosFallbackUrl: APP_STORE,
        androidFallbackUrl: PLAY_STORE,
        allowQueryPassthrough: channel === 'friends',
      };
}

/** The demo project, if one is created. */
export const DEMO_PROJECT = {
  name: 'Skylark Outdoors',
  defaultUrl: SHOP,
  ios: {
    teamId: 'SKY1234567',
    bundleId: 'example.skylark.app',
    scheme: 'skylark',
    storeId: '1234567890',
  },
  android: {
    packageName: 'example.skylark.app',
    sha256Fingerprints: [
      Array.from({ length: 32 }, (_, index) => index + 16)
        .map((byte) => byte.toString(16).toUpperCase())
        .join(':'),
    ],
    scheme: 'skylark',
  },
};
