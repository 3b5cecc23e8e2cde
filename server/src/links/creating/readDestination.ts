import { isIP } from 'node:net';
import type {
  DestinationPage,
  DestinationTrouble,
} from '@fairlead/contract/operations/dashboard/destinations';
import { type Dns, DnsError } from '#platform/ports/Dns.ts';
import { isAnswer, type Web, type WebAnswer } from '#platform/ports/Web.ts';
import { isPublicAddress } from '#platform/lib/addresses/isPublicAddress.ts';
import { readHead } from './readHead.ts';

interface Outside {
  readonly dns: Dns;
  readonly web: Web;
  /** Factor for the time it may take (`AppOptions.patience`). */
  readonly patience: number;
}

const PATIENCE_MS = 8_000;
const MAX_REDIRECTS = 4;
/** Recognised as a crawler, so that reading one of our own links is no visit. */
const AGENT = 'Mozilla/5.0 (compatible; FairleadBot/1.0)';

/**
 * What a destination says of itself to social networks, for the preview of a link to it. Calls only public IP addresses at the ports of
 * the web, whatever the names and redirects on the way say; all hosts that it may not or cannot call are the same to the caller, who
 * would otherwise learn what the server's own network has. Reads the first part of the page, for eight seconds at most.
 */
export async function readDestination(outside: Outside, url: string): Promise<DestinationPage> {
  const signal = AbortSignal.timeout(PATIENCE_MS * outside.patience);
  let address = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await call(outside, address, signal);
    if (answer === undefined) return nothing(address, 'unreachable');
    const next = findRedirect(answer, address);
    if (next === undefined) return readPage(answer, address);
    address = next;
  }
  return nothing(address, 'too_many_redirects');
}

const nothing = (url: string, trouble: DestinationTrouble): DestinationPage => ({
  url,
  title: null,
  description: null,
  image: null,
  trouble,
});

async function call(
  { dns, web }: Outside,
  url: string,
  signal: AbortSignal,
): Promise<WebAnswer | undefined> {
  const host = hostToCall(url);
  if (host === undefined) return undefined;
  const addresses = isIP(host) === 0 ? await findAddresses(dns, host) : [host];
  // A name that leads inside as well is not called at all.
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) return undefined;
  for (const address of addresses.slice(0, 2)) {
    const answer = await web.get(url, { address, userAgent: AGENT, signal });
    if (isAnswer(answer)) return isTrusted(answer) ? answer : undefined;
  }
  return undefined;
}

/** The host of a URL that may be called; undefined for other schemes, other ports and credentials. */
function hostToCall(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, port, hostname, username, password } = new URL(url);
  const isWeb = (protocol === 'https:' || protocol === 'http:') && port === '';
  return isWeb && username === '' && password === ''
    ? hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    : undefined;
}

async function findAddresses(dns: Dns, host: string): Promise<readonly string[]> {
  const find = (type: 'A' | 'AAAA') =>
    dns.find(host, type).catch((error: unknown) => {
      if (error instanceof DnsError) return [];
      throw error;
    });
  return (await Promise.all([find('A'), find('AAAA')])).flat();
}

const isTrusted = ({ tls }: WebAnswer) => tls === null || (tls.fault === null && tls.fitsHost);

function findRedirect({ status, header }: WebAnswer, from: string): string | undefined {
  const location = header('location');
  const isRedirect = status >= 300 && status < 400 && location !== undefined;
  return isRedirect && URL.canParse(location, from) ? new URL(location, from).href : undefined;
}

function readPage(answer: WebAnswer, url: string): DestinationPage {
  const type = answer.header('content-type') ?? '';
  const isPage = answer.status >= 200 && answer.status < 300 && /^text\/html|\+xml/i.test(type);
  return isPage ? { url, ...readHead(answer.body, url), trouble: null } : nothing(url, 'no_page');
}
