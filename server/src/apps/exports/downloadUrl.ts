import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@fairlead/contract/limits';
import { deriveKey } from '#platform/lib/deriveKey.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Export } from './Export.ts';
import { DAY_MS } from '#platform/lib/time.ts';

const LABEL = 'export download, 1';
const VALID_MS = LIMITS.exportLinkDays * DAY_MS;
const READABLE_MS = LIMITS.exportDays * DAY_MS;

/** What is needed to sign: the URL of the API and the instance's SECRET. */
export interface Signer {
  readonly origin: string;
  readonly secret: string;
}

/** A new download URL for a completed export, valid for seven days. */
export function signDownloadUrl(
  signer: Signer,
  entry: Pick<Export, 'id'>,
  now = Date.now(),
): string {
  const expires = Math.floor((now + VALID_MS) / 1000);
  const url = new URL(`/api/v1/exports/${entry.id}/download`, signer.origin);
  url.searchParams.set('expires', String(expires));
  // Two links issued in the same second differ.
  const nonce = randomBytes(6).toString('base64url');
  url.searchParams.set('signature', sign(signer.secret, `${entry.id}.${expires}`, nonce));
  return url.href;
}

/**
 * When the last link to an export that finishes now expires, and its file is deleted. In the last days before that
 * no new links are issued, so reading the export need not extend anything.
 */
export function linksEnd(finished = Date.now()): Date {
  return new Date(finished + READABLE_MS + VALID_MS);
}

/** Exports whose links end later than this can still be read: a link issued now is valid for its full seven days. */
export function readableLinksEnd(now = Date.now()): Date {
  return new Date(now + VALID_MS);
}

/** Throws FORBIDDEN for a URL that was changed, truncated or has expired. */
export function verifyDownload(
  secret: string,
  id: string,
  { expires, signature }: { readonly expires?: string; readonly signature?: string },
  now = Date.now(),
): void {
  const end = /^\d{1,12}$/.test(expires ?? '') ? Number(expires) : 0;
  const [nonce = ''] = (signature ?? '').split('.', 1);
  const given = Buffer.from(signature ?? '');
  const right = Buffer.from(sign(secret, `${id.toLowerCase()}.${end}`, nonce));
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new Problem(
      'FORBIDDEN',
      'The download link is not valid; copy it whole, or get a new one',
    );
  }
  if (end * 1000 <= now) {
    throw new Problem('FORBIDDEN', 'The download link has expired; get a new one in the dashboard');
  }
}

function sign(secret: string, subject: string, nonce: string): string {
  const mac = createHmac('sha256', deriveKey(secret, LABEL)).update(`${subject}.${nonce}`);
  return `${nonce}.${mac.digest('base64url')}`;
}
