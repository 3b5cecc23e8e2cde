import { Parser } from 'htmlparser2';
import type { DestinationPage } from '@fairlead/contract/operations/dashboard/destinations';
import { LIMITS } from '@fairlead/contract/limits';

/** In UTF-16 units: more than any network shows. */
const TITLE_LENGTH = 200;
const DESCRIPTION_LENGTH = 500;

/** Names of `meta` elements, the best first. */
const SOURCES = {
  title: ['og:title', 'twitter:title', 'title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;

/** What the head of a page says to social networks; null for what it does not say. */
export function readHead(
  html: string,
  url: string,
): Pick<DestinationPage, 'title' | 'description' | 'image'> {
  const said = readMeta(html);
  const first = (names: readonly string[]) =>
    names.map((name) => said.get(name)).find((text) => text !== undefined);
  return {
    title: cut(first(SOURCES.title), TITLE_LENGTH),
    description: cut(first(SOURCES.description), DESCRIPTION_LENGTH),
    image: imageOf(first(SOURCES.image), url),
  };
}

/** Texts by name, in lower case; the page's title as `title`. The first of a name counts, empty ones do not. */
function readMeta(html: string): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  const note = (name: string, text: string) => {
    const words = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
    if (words !== '' && !said.has(name)) said.set(name, words);
  };
  let title: string | undefined;
  const parser = new Parser({
    onopentag(name, { property, name: named, content }) {
      if (name === 'title') title = '';
      const key = property ?? named;
      if (name === 'meta' && key !== undefined && content !== undefined) {
        note(key.trim().toLowerCase(), content);
      }
    },
    ontext(text) {
      if (title !== undefined) title += text;
    },
    onclosetag(name) {
      if (name === 'title' && title !== undefined) note('title', title);
      if (name === 'title') title = undefined;
    },
  });
  parser.end(html);
  return said;
}

function cut(text: string | undefined, length: number): string | null {
  if (text === undefined) return null;
  const whole = text.toWellFormed();
  if (whole.length <= length) return whole;
  // A surrogate pair that is cut in two loses its first half as well.
  return `${whole.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function imageOf(text: string | undefined, url: string): string | null {
  if (text === undefined || !URL.canParse(text, url)) return null;
  const { protocol, href } = new URL(text, url);
  return /^https?:$/.test(protocol) && href.length <= LIMITS.destinationLength ? href : null;
}
