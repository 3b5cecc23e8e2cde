import type { CaaRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type Dns, DnsError } from '../ports/Dns.ts';

const PATIENCE_MS = 3_000;
const TRIES = 2;
/** The name does not exist, or has no record of the type: an answer, not a failure. */
const ABSENT: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the system's DNS servers, or those given as `address` or `address:port`. `patience`: `AppOptions.patience`. */
export function openDns(servers: readonly string[] = [], patience = 1): Dns {
  const resolver = new Resolver({ timeout: PATIENCE_MS * patience, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async find(name, type) {
      try {
        switch (type) {
          case 'TXT':
            // A text longer than 255 bytes comes in parts.
            return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
          case 'CNAME':
            return (await resolver.resolveCname(name)).map(plainName);
          case 'A':
            return await resolver.resolve4(name);
          case 'AAAA':
            return await resolver.resolve6(name);
          case 'CAA':
            return (await resolver.resolveCaa(name)).map(writeCaa);
          default:
            return type satisfies never;
        }
      } catch (cause) {
        const code = (cause as NodeJS.ErrnoException).code ?? '';
        if (ABSENT.has(code)) return [];
        throw new DnsError(`No DNS server answered for ${name} (${code})`, code, { cause });
      }
    },
  };
}

function writeCaa(record: CaaRecord): string {
  for (const tag of ['issue', 'issuewild', 'iodef', 'contactemail', 'contactphone'] as const) {
    if (record[tag] !== undefined) return `${tag} ${record[tag]}`;
  }
  return '';
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
