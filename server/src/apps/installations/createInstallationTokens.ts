import { LIMITS } from '@fairlead/contract/limits';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { createSigningKeys } from '#platform/lib/createSigningKeys.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { Installation } from './Installation.ts';

const DAY_SECONDS = 24 * 3600;
/** Ours are about 300 characters long; anything far longer is not one. */
const MAX_TOKEN_LENGTH = 2048;
/** How many verified tokens are cached, so that a signature is checked once, not at every request. */
const REMEMBERED = 20_000;

/** What a token says once its signature is verified; it cannot say whether the installation still exists. */
type TokenCheck =
  | {
      readonly kind: 'valid';
      readonly projectId: string;
      readonly installationId: string;
      /** Less than 90 days are left. */
      readonly needsRefresh: boolean;
    }
  | { readonly kind: 'expired'; readonly projectId: string; readonly installationId: string }
  | { readonly kind: 'invalid' };

export interface InstallationTokens {
  /** A token for 180 days from `at` (milliseconds, now by default). */
  issue(installation: Pick<Installation, 'id' | 'projectId'>, at?: number): string;
  verify(token: string): Promise<TokenCheck>;
}

interface Claims {
  readonly projectId: string;
  readonly installationId: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Installation tokens (Rule: credentials): JWTs, HS256, claims `sub` installation record, `prj` project, `iat`, `exp`.
 * Signed with the key of the first secret; the keys of the others only verify, and are found by `kid`.
 */
export async function createInstallationTokens(
  secrets: readonly [string, ...string[]],
  now: () => number = Date.now,
): Promise<InstallationTokens> {
  const keys = await createSigningKeys(secrets, 'fairlead installation token v1');
  const header = encode({ alg: 'HS256', typ: 'JWT', kid: keys.current.kid });
  const known = new LRUCache<string, Claims>({ max: REMEMBERED });

  /** The claims of a token with our signature, expired or not; null for any other text. */
  async function readClaims(token: string): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => keys.find(kid) ?? unknownKey(), {
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'prj', 'iat', 'exp'],
        // Its expiry is checked at each use, below.
        clockTolerance: Number.MAX_SAFE_INTEGER,
      });
      const { sub, prj, exp = 0 } = payload;
      if (!isUuid(sub) || !isUuid(prj)) return null;
      return { projectId: prj, installationId: sub, expiresAt: exp };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  return {
    issue({ id, projectId }, at = now()) {
      const issuedAt = Math.floor(at / 1000);
      const exp = issuedAt + LIMITS.installationTokenDays * DAY_SECONDS;
      const text = `${header}.${encode({ prj: projectId, sub: id, iat: issuedAt, exp })}`;
      return `${text}.${keys.current.sign(text)}`;
    },
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return { kind: 'invalid' };
      const claims = known.get(token) ?? (await readClaims(token));
      if (claims === null) return { kind: 'invalid' };
      known.set(token, claims);
      const { projectId, installationId } = claims;
      const left = claims.expiresAt - now() / 1000;
      if (left <= 0) return { kind: 'expired', projectId, installationId };
      const needsRefresh = left < LIMITS.installationTokenRefreshDays * DAY_SECONDS;
      return { kind: 'valid', projectId, installationId, needsRefresh };
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function unknownKey(): never {
  throw new errors.JWKSNoMatchingKey();
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID_PATTERN.test(value);
}
