import { readFile } from 'node:fs/promises';
import { createRandom, shuffle } from './random.ts';

/** Who asks for a link, as far as a server can see. */
export interface Visitor {
  readonly userAgent: string;
  readonly referrer: string;
  readonly address: string;
  readonly language: string;
}

const REFERRERS = [
  '',
  'https://www.google.com/',
  'https://www.bing.com/search?q=summer+shoes',
  'https://duckduckgo.com/',
  'https://www.facebook.com/',
  'https://l.instagram.com/?u=https%3A%2F%2Fexample.com',
  'https://t.co/kq3ZxYw1aB',
  'https://www.linkedin.com/feed/',
  'https://www.reddit.com/r/running/comments/1abcde/',
  'https://www.youtube.com/watch?v=abcdefghijk',
  'https://mail.google.com/mail/u/0/',
  'https://news.example.org/2026/05/a-long-story-about-shoes?page=2',
];
const LANGUAGES = ['en-US,en;q=0.9', 'de-DE,de;q=0.9,en;q=0.8', 'es-MX,es;q=0.9', 'ja-JP,ja;q=0.9'];

/**
 * `count` visitors, the same in every run: user agents seen in the field (npm `user-agents`, desktop,
 * tablet and phone), and addresses all over the public IPv4 space, so that country look-ups differ.
 */
export async function createVisitors(count: number): Promise<Visitor[]> {
  const random = createRandom(20260501);
  const agents = shuffle(await readUserAgents(), random);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  return Array.from({ length: count }, (_, index) => ({
    userAgent: agents[index % agents.length] ?? '',
    referrer: pick(REFERRERS),
    address: `${pickPublicOctet(random)}.${octet(random)}.${octet(random)}.${octet(random)}`,
    language: pick(LANGUAGES),
  }));
}

/** The headers such a visitor sends to a link host behind a proxy on this machine. */
export function headersOf(visitor: Visitor, host: string): Record<string, string> {
  return {
    Host: host,
    'User-Agent': visitor.userAgent,
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Language': visitor.language,
    ...(visitor.referrer === '' ? {} : { Referer: visitor.referrer }),
    'X-Forwarded-For': visitor.address,
    Connection: 'keep-alive',
  };
}

async function readUserAgents(): Promise<string[]> {
  const file = new URL('user-agents.json', import.meta.resolve('user-agents'));
  const entries: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(entries))
    throw new Error('the user agent list has another form than expected');
  const agents = new Set<string>();
  for (const entry of entries as readonly { readonly userAgent?: unknown }[]) {
    if (typeof entry.userAgent === 'string') agents.add(entry.userAgent);
  }
  return [...agents];
}

function octet(random: () => number): number {
  return Math.floor(random() * 256);
}

/** 11 to 99 without the private, loopback and link-local blocks. */
function pickPublicOctet(random: () => number): number {
  return 11 + Math.floor(random() * 89);
}
