import { type Dns, DnsError } from '#platform/ports/Dns.ts';
import { type ExpectedRecord, isLocal, listDnsRecords } from './dnsRecords.ts';

type RecordState = 'found' | 'missing' | 'different';

interface RecordCheck {
  readonly state: RecordState;
  /** The values found instead, at most ten. */
  readonly seen: readonly string[];
}

/** What a DNS check found. `problem` says what to do; null if all is well. */
export interface DnsCheck {
  readonly proof: RecordCheck;
  readonly traffic: RecordCheck;
  readonly problem: string | null;
}

const MAX_SEEN = 10;
const MAX_SEEN_LENGTH = 200;
const FOUND: RecordCheck = { state: 'found', seen: [] };

/**
 * Checks both records of a domain. Only the proof decides verification: traffic may come through a
 * proxy whose IP addresses reveal nothing. Undefined if no DNS server answers.
 */
export async function checkDns(
  dns: Dns,
  domain: { readonly host: string; readonly verificationToken: string },
  target: string,
): Promise<DnsCheck | undefined> {
  if (isLocal(domain.host, target)) return { proof: FOUND, traffic: FOUND, problem: null };
  const [proofRecord, trafficRecord] = listDnsRecords(domain, target);
  try {
    const [proof, traffic] = await Promise.all([
      checkProof(dns, proofRecord),
      checkTraffic(dns, trafficRecord),
    ]);
    return { proof, traffic, problem: problemText(proof, traffic, proofRecord, trafficRecord) };
  } catch (error) {
    if (error instanceof DnsError) return undefined;
    throw error;
  }
}

async function checkProof(dns: Dns, record: ExpectedRecord): Promise<RecordCheck> {
  const seen = await dns.find(record.name, 'TXT');
  return judge(
    seen.map((text) => text.trim()),
    (text) => text === record.value,
  );
}

/** A CNAME to us, or IP addresses that are ours too: some providers flatten the one into the other. */
async function checkTraffic(dns: Dns, record: ExpectedRecord): Promise<RecordCheck> {
  if (record.type !== 'CNAME') {
    return judge(await dns.find(record.name, record.type), (value) => value === record.value);
  }
  const names = await dns.find(record.name, 'CNAME');
  if (names.length > 0) return judge(names, (name) => name === record.value);
  const [theirs, ours] = await Promise.all([
    dns.find(record.name, 'A'),
    dns.find(record.value, 'A'),
  ]);
  return judge(theirs, (address) => ours.includes(address));
}

function judge(seen: readonly string[], fits: (value: string) => boolean): RecordCheck {
  if (seen.some(fits)) return FOUND;
  return {
    state: seen.length === 0 ? 'missing' : 'different',
    seen: seen.slice(0, MAX_SEEN).map((value) => value.slice(0, MAX_SEEN_LENGTH)),
  };
}

function problemText(
  proof: RecordCheck,
  traffic: RecordCheck,
  proofRecord: ExpectedRecord,
  trafficRecord: ExpectedRecord,
): string | null {
  if (proof.state !== 'found') {
    return proof.state === 'missing'
      ? `There is no TXT record at ${proofRecord.name} yet; new records can take an hour to be seen`
      : `The TXT record at ${proofRecord.name} has another value; set it to ${proofRecord.value}`;
  }
  if (traffic.state !== 'found') {
    return `${trafficRecord.name} does not lead to this server as far as the DNS tells; without a proxy in between, set the ${trafficRecord.type} record to ${trafficRecord.value}`;
  }
  return null;
}
