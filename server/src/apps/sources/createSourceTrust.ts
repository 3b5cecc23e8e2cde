import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { isPublicAddress } from '#platform/lib/addresses/isPublicAddress.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/time.ts';
import type { Dns } from '#platform/ports/Dns.ts';
import { isAnswer, type Web } from '#platform/ports/Web.ts';

/** Whose signatures are believed. */
export interface SourceTrust {
  /** SHA-256 fingerprint of the certificate that every chain of the App Store ends with. */
  readonly appleRoot: string;
  readonly googleKeys: JWTVerifyGetKey;
}

/** Apple Root CA - G3, until 2039 (https://www.apple.com/certificateauthority/). */
const APPLE_ROOT_CA_G3 =
  '63:34:3A:BF:B8:9A:6A:03:EB:B5:7E:9B:3F:5F:A7:BE:7C:4F:5C:75:6F:30:17:B3:A8:C4:88:C3:65:3E:91:79';
const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs';

interface Outside {
  readonly dns: Dns;
  readonly web: Web;
}

export function createSourceTrust(outside: Outside): SourceTrust {
  return { appleRoot: APPLE_ROOT_CA_G3, googleKeys: createGoogleKeys(outside) };
}

/** Google's keys as of the last hour. A key that is not among them is looked for again, once a minute at most. */
export function createGoogleKeys(outside: Outside, now = Date.now): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined;
  let readAt = -Infinity;
  let reading: Promise<JWTVerifyGetKey> | undefined;

  const read = () =>
    (reading ??= fetchKeys(outside)
      .then((found) => {
        readAt = now();
        return (keys = found);
      })
      .finally(() => (reading = undefined)));

  return async (header, token) => {
    const current = keys !== undefined && now() - readAt < HOUR_MS ? keys : await read();
    try {
      return await current(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - readAt < MINUTE_MS) throw error;
      return (await read())(header, token);
    }
  };
}

/** Throws UNAVAILABLE if Google does not answer. */
async function fetchKeys({ dns, web }: Outside): Promise<JWTVerifyGetKey> {
  const addresses = await dns.find(new URL(GOOGLE_KEYS).hostname, 'A').catch(() => []);
  for (const address of addresses.filter(isPublicAddress).slice(0, 2)) {
    const answer = await web.get(GOOGLE_KEYS, { address });
    const trusted = isAnswer(answer) && answer.tls?.fault === null && answer.tls.fitsHost;
    const keys = trusted && answer.status === 200 ? readKeys(answer.body) : undefined;
    if (keys !== undefined) return keys;
  }
  throw new Problem('UNAVAILABLE', 'Google’s keys cannot be read now; send it again');
}

function readKeys(text: string): JWTVerifyGetKey | undefined {
  try {
    return createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
  } catch {
    return undefined;
  }
}
