import { readFile } from 'node:fs/promises';
import { FRESH_ADDRESS } from './buildRequest.ts';
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

const AGENTS = 5000;
const PHONE_SHARE = 0.3;
const REFERRER_HOSTS = 1000;

/**
 * Draws visitors as a busy server meets them: each at an address of its own, 5,000 distinct user agents by
 * the frequency at which they were seen, 30 % of the visits from phones, most without a referrer, the others
 * from a thousand sites of which a few are popular.
 */
export async function createAudience(random: () => number): Promise<() => Visitor> {
  const entries = await readAgentEntries();
  const phones = drawByWeight(entries.filter((entry) => entry.deviceCategory === 'mobile'));
  const others = drawByWeight(entries.filter((entry) => entry.deviceCategory !== 'mobile'));
  return () => ({
    userAgent: (random() < PHONE_SHARE ? phones : others)(random),
    referrer: drawReferrer(random),
    address: FRESH_ADDRESS,
    language: LANGUAGES[Math.floor(random() * LANGUAGES.length)] ?? '',
  });
}

interface AgentEntry {
  readonly userAgent: string;
  readonly weight: number;
  readonly deviceCategory: string;
}

/** The field's agents, in variants of their last number so that there are 5,000: the first is the most frequent. */
function drawByWeight(entries: readonly AgentEntry[]): (random: () => number) => string {
  const agents = new Map<string, number>();
  for (const { userAgent, weight } of entries) {
    agents.set(userAgent, (agents.get(userAgent) ?? 0) + weight);
  }
  const variants = Math.ceil(AGENTS / 2 / agents.size);
  const total = [...agents.values()].reduce((sum, weight) => sum + weight, 0);
  const list: string[] = [];
  const bounds: number[] = [];
  let bound = 0;
  for (const [agent, weight] of agents) {
    for (let variant = 0; variant < variants; variant += 1) {
      list.push(variantOf(agent, variant));
      bound += weight / total / 2 ** Math.min(variant + 1, variants - 1);
      bounds.push(bound);
    }
  }
  return (random) => {
    const wanted = random() * bound;
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? bound) < wanted) low = middle + 1;
      else high = middle;
    }
    return list[low] ?? '';
  };
}

/** The same browser, one patch release further for each variant. */
function variantOf(agent: string, variant: number): string {
  if (variant === 0) return agent;
  return agent.replace(/(\d+)(?!.*\d)/, (digits) => String(Number(digits) + variant));
}

function drawReferrer(random: () => number): string {
  if (random() < 0.6) return '';
  // A power of a uniform draw: a few sites send most visitors.
  const site = Math.floor(random() ** 3 * REFERRER_HOSTS);
  return REFERRERS[site + 1] ?? `https://site-${site}.example.net/stories/${site}`;
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
  return [...new Set((await readAgentEntries()).map((entry) => entry.userAgent))];
}

async function readAgentEntries(): Promise<AgentEntry[]> {
  const file = new URL('user-agents.json', import.meta.resolve('user-agents'));
  const entries: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(entries))
    throw new Error('the user agent list has another form than expected');
  return (entries as readonly Partial<AgentEntry>[]).flatMap((entry) =>
    typeof entry.userAgent === 'string' && typeof entry.weight === 'number'
      ? [
          {
            userAgent: entry.userAgent,
            weight: entry.weight,
            deviceCategory: `${entry.deviceCategory}`,
          },
        ]
      : [],
  );
}

function octet(random: () => number): number {
  return Math.floor(random() * 256);
}

/** 11 to 99 without the private, loopback and link-local blocks. */
function pickPublicOctet(random: () => number): number {
  return 11 + Math.floor(random() * 89);
}
