import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Reader } from 'mmdb-lib';
import type { Log } from '../ports/Log.ts';

/** Formats of a country in the available databases: MaxMind and DB-IP, ip-location-db, IPinfo. */
interface CountryRecord {
  readonly country_code?: unknown;
  readonly country?: unknown;
  readonly registered_country?: unknown;
}

export interface Geo {
  /** Two upper-case letters, or null. `header` reads a header that a trusted proxy has set, by its lower-case name. */
  countryOf: (header: (name: string) => string | undefined, address: string) => string | null;
  /** Why the database could not be read; countries then come only from the header. */
  readonly problem: string | null;
}

interface CountryReader {
  readonly get: (address: string) => unknown;
}

const DEFAULT_DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/**
 * Opens country lookup: the proxy's header if one is configured and set, else an mmdb file (the free one
 * from npm by default). Nothing fails without either. IP addresses are kept only in memory, the last
 * `cacheSize` of them.
 */
export async function openGeo(options: {
  readonly databasePath?: string | undefined;
  readonly countryHeader?: string | undefined;
  readonly cacheSize?: number;
  readonly log?: Pick<Log, 'warn'>;
}): Promise<Geo> {
  const { reader, problem } = await openDatabase(options.databasePath);
  const cache = new LRUCache<string, string>({ max: options.cacheSize ?? 20_000 });
  let hasFailed = false;
  const headerName = options.countryHeader?.toLowerCase();

  function lookUp(address: string): string | null {
    const known = cache.get(address);
    if (known !== undefined) return known === '' ? null : known;
    const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
    if (reader === null || isIP(plain) === 0) return null;
    const country = readCountry(reader, plain);
    cache.set(address, country ?? '');
    return country;
  }

  /** A damaged file may open and fail at some addresses: no visit is lost by that. */
  function readCountry({ get }: CountryReader, address: string): string | null {
    try {
      return countryIn(get(address));
    } catch (error) {
      if (!hasFailed) {
        const message = 'The country database is damaged: some countries will be unknown';
        options.log?.warn({ err: error }, message);
      }
      hasFailed = true;
      return null;
    }
  }

  return {
    problem,
    countryOf(header, address) {
      const told = headerName === undefined ? null : toCountry(header(headerName));
      return told ?? lookUp(address);
    },
  };
}

async function openDatabase(path: string | undefined) {
  try {
    const file = path ?? createRequire(import.meta.url).resolve(DEFAULT_DATABASE);
    // The library's own record type is that of one vendor; `countryIn` checks what is there.
    const reader = new Reader(await readFile(file));
    return { reader: { get: (address: string): unknown => reader.get(address) }, problem: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { reader: null, problem: `The country database cannot be read: ${why}` };
  }
}

function countryIn(found: unknown): string | null {
  if (typeof found !== 'object' || found === null) return null;
  const record: CountryRecord = found;
  return (
    toCountry(record.country_code) ?? isoCode(record.country) ?? isoCode(record.registered_country)
  );
}

function isoCode(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return toCountry(value);
  return 'iso_code' in value ? toCountry(value.iso_code) : null;
}

/** Proxies send XX if they do not know. */
function toCountry(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[a-z]{2}$/i.test(value)) return null;
  const country = value.toUpperCase();
  return country === 'XX' || country === 'ZZ' ? null : country;
}
