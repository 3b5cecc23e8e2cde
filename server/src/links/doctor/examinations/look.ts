import { randomBytes } from 'node:crypto';
import { type Dns, DnsError, type DnsRecordType } from '#platform/ports/Dns.ts';
import { isPublicAddress } from '#platform/lib/addresses/isPublicAddress.ts';
import { isAnswer, type Web, type WebAnswer, type WebFailure } from '#platform/ports/Web.ts';
import type { Outside, Subject } from '../Subject.ts';

export type Answered = WebAnswer | WebFailure;

/** What the DNS says about the domain. */
interface SeenNames {
  readonly cname: readonly string[];
  readonly addresses: readonly string[];
  readonly caa: readonly string[];
  readonly proofs: readonly string[];
  /** Why the DNS gave no answer; null if it did. */
  readonly failed: string | null;
}

/** How one IP address of the domain answers a request for assetlinks.json over https. */
interface SeenAddress {
  readonly address: string;
  readonly assetlinks: Answered;
}

/** What the domain's first working IP address answers. */
interface SeenSite {
  readonly assetlinks: WebAnswer;
  readonly apple: Answered;
  /** How links are treated; null for domains that need not serve any. */
  readonly links: SeenLinks | null;
}

interface SeenLinks {
  /** A path that is not a link. */
  readonly nothing: Answered;
  /** The same path over http. */
  readonly plain: Answered;
}

/** What others say about the domain and its apps; null if they were not asked or did not answer. */
interface SeenElsewhere {
  readonly appleCopy: WebAnswer | null;
  readonly appStore: WebAnswer | null;
  readonly play: WebAnswer | null;
}

export interface Seen {
  readonly names: SeenNames;
  readonly addresses: readonly SeenAddress[];
  readonly site: SeenSite | null;
  readonly elsewhere: SeenElsewhere;
  /** When the others were asked, in milliseconds. */
  readonly at: number;
}

const APPLE_AGENT = 'AASA-Bot/1.0.0';
const GOOGLE_AGENT = 'Mozilla/5.0 (compatible; Google-AssetLinks; +https://google.com)';
/** How many IP addresses of a domain are examined. */
const MAX_ADDRESSES = 4;

export const APPLE_PATH = '/.well-known/apple-app-site-association';
export const ANDROID_PATH = '/.well-known/assetlinks.json';

/** Examines a domain from outside: only reads, and calls only public IP addresses. */
export async function look({ dns, web }: Outside, subject: Subject): Promise<Seen> {
  const [answered, elsewhere] = await Promise.all([
    lookAtNames(dns, subject),
    lookElsewhere({ dns, web }, subject),
  ]);
  const names = subject.project === null ? onlyPublic(answered) : answered;
  const callable = names.addresses.filter(isPublicAddress).slice(0, MAX_ADDRESSES);
  const addresses = await Promise.all(
    callable.map(async (address) => ({
      address,
      assetlinks: await web.get(`https://${subject.host}${ANDROID_PATH}`, {
        address,
        userAgent: GOOGLE_AGENT,
      }),
    })),
  );
  const site = await lookAtSite(web, subject, addresses);
  return { names, addresses, site, elsewhere, at: Date.now() };
}

async function lookAtNames(dns: Dns, { host, proof }: Subject): Promise<SeenNames> {
  const find = (type: DnsRecordType, name = host) => dns.find(name, type);
  try {
    const [cname, a, aaaa, proofs] = await Promise.all([
      find('CNAME'),
      find('A'),
      find('AAAA'),
      proof === null ? [] : find('TXT', proof.name),
    ]);
    // Some name servers do not know CAA records and refuse such queries.
    const caa = await findCaa(dns, host).catch(() => []);
    return { cname, addresses: [...a, ...aaaa], caa, proofs, failed: null };
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    return { ...NO_NAMES, failed: error.reason };
  }
}

/**
 * Without what the resolver knows of the server's own network, such as the IP addresses of internal hosts: to a stranger,
 * a host without a public IP address is the same as none.
 */
function onlyPublic({ addresses }: SeenNames): SeenNames {
  return { ...NO_NAMES, addresses: addresses.filter(isPublicAddress) };
}

const NO_NAMES: SeenNames = { cname: [], addresses: [], caa: [], proofs: [], failed: null };

/** The nearest name upwards that has CAA records says who may issue certificates (RFC 8659). */
async function findCaa(dns: Dns, host: string): Promise<readonly string[]> {
  const labels = host.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    const records = await dns.find(labels.slice(at).join('.'), 'CAA');
    if (records.length > 0) return records;
  }
  return [];
}

async function lookAtSite(
  web: Web,
  { host, project }: Subject,
  addresses: readonly SeenAddress[],
): Promise<SeenSite | null> {
  for (const { address, assetlinks } of addresses) {
    if (!isAnswer(assetlinks)) continue;
    const get = (url: string, userAgent?: string) =>
      web.get(url, { address, ...(userAgent !== undefined && { userAgent }) });
    const lookAtLinks = async () => {
      const path = `${host}/doctor-${randomBytes(6).toString('hex')}`;
      const [nothing, plain] = await Promise.all([get(`https://${path}`), get(`http://${path}`)]);
      return { nothing, plain };
    };
    const [apple, links] = await Promise.all([
      get(`https://${host}${APPLE_PATH}`, APPLE_AGENT),
      project === null ? null : lookAtLinks(),
    ]);
    return { assetlinks, apple, links };
  }
  return null;
}

async function lookElsewhere(outside: Outside, { host, project }: Subject): Promise<SeenElsewhere> {
  const storeId = project?.ios.storeId?.replace(/^id/, '');
  const packageName = project?.android.packageName ?? null;
  const [appleCopy, appStore, play] = await Promise.all([
    ask(outside, `https://app-site-association.cdn-apple.com/a/v1/${host}`),
    storeId === undefined ? null : ask(outside, `https://apps.apple.com/app/id${storeId}`),
    packageName === null
      ? null
      : ask(
          outside,
          `https://play.google.com/store/apps/details?id=${encodeURIComponent(packageName)}`,
        ),
  ]);
  return { appleCopy, appStore, play };
}

/** Someone else's page; null if it cannot be fetched, which says nothing about the domain. */
async function ask({ dns, web }: Outside, url: string): Promise<WebAnswer | null> {
  try {
    const [address] = await dns.find(new URL(url).hostname, 'A');
    if (address === undefined) return null;
    const answer = await web.get(url, { address });
    return isAnswer(answer) && answer.tls?.fault === null && answer.tls.fitsHost ? answer : null;
  } catch (error) {
    if (error instanceof DnsError) return null;
    throw error;
  }
}
