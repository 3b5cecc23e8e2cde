import { checkDestination, serialiseDestination } from '#platform/lib/web/destination.ts';
import type { Link } from '#links/link/Link.ts';
import { escapeHtml } from '#platform/lib/web/html.ts';
import type { Texts } from './texts/Texts.ts';

/** What a social preview of a link says (Rule: resources 7). */
export interface Preview {
  readonly title: string;
  readonly description: string;
  readonly image: string | null;
  readonly url: string;
  readonly type: string;
  readonly siteName: string | null;
  readonly twitter: {
    readonly title: string;
    readonly description: string;
    readonly image: string | null;
    readonly site: string | null;
    readonly creator: string | null;
  };
}

type Previewed = Pick<Link, 'name' | 'type' | 'metadata'>;

/** Longer texts are truncated: no social network shows as much, and the page stays small. */
const TEXT_LENGTH = 500;
/** Length of a URL as written in the page. */
const URL_LENGTH = 2048;

/** The texts and pictures of a preview: metadata first, then the link's name and a text for its type. */
export function readPreview(
  link: Previewed,
  shortUrl: string,
  texts: Texts,
  textLength = TEXT_LENGTH,
): Preview {
  const text = (key: string) => readText(link.metadata, key, textLength);
  const url = (key: string) => readWebUrl(link.metadata, key);
  const title = text('ogTitle') ?? cut(link.name, textLength) ?? new URL(shortUrl).host;
  const description = text('ogDescription') ?? texts[link.type];
  const image = url('ogImage');
  return {
    title,
    description,
    image,
    url: url('ogUrl') ?? shortUrl,
    type: text('ogType') ?? 'website',
    siteName: text('ogSiteName'),
    twitter: {
      title: text('twitterTitle') ?? title,
      description: text('twitterDescription') ?? description,
      image: url('twitterImage') ?? image,
      site: text('twitterSite'),
      creator: text('twitterCreator'),
    },
  };
}

/** The title for people, who know the app by its name when the link has none. */
export function readTitle(link: Previewed): string | null {
  return readText(link.metadata, 'ogTitle') ?? cut(link.name, TEXT_LENGTH);
}

/** The description for people; null if the customer has not set one. */
export function readDescription(link: Previewed): string | null {
  return readText(link.metadata, 'ogDescription');
}

/** The image for people; null if the customer has not set one. */
export function readImage(link: Previewed): string | null {
  return readWebUrl(link.metadata, 'ogImage');
}

/** Values may be of any type (Rule: sdk-clients): strings and numbers are shown, others are not. */
function readText(metadata: Link['metadata'], key: string, length = TEXT_LENGTH): string | null {
  const value = metadata !== null && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cut(value, length) : null;
}

function readWebUrl(metadata: Link['metadata'], key: string): string | null {
  const value = metadata !== null && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  if (typeof value !== 'string' || !/^https?:/i.test(value)) return null;
  if (checkDestination(value) !== null) return null;
  const url = serialiseDestination(value);
  return escapeHtml(url).length > URL_LENGTH ? null : url;
}

function cut(text: string | null, length: number): string | null {
  const trimmed = text?.trim().toWellFormed() ?? '';
  if (trimmed === '') return null;
  if (trimmed.length <= length) return trimmed;
  // Not within a surrogate pair.
  return `${trimmed.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
