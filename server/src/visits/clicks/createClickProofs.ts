import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#platform/lib/deriveKey.ts';
import type { Link } from '#links/link/Link.ts';

const MAC_BYTES = 16;

/**
 * Signatures of clicks: a reference carries one so that its click need not be looked up (Rule: passthrough 8). It is
 * made only for a person's click that is durable before the reference is sent.
 */
export interface ClickProofs {
  /** 22 URL-safe characters. */
  prove(link: Pick<Link, 'id'>, clickId: string): string;
  holds(link: Pick<Link, 'id'>, clickId: string, proof: string): boolean;
}

export function createClickProofs(secret: string): ClickProofs {
  const key = createSecretKey(deriveKey(secret, 'click proof'));
  const macOf = (link: Pick<Link, 'id'>, clickId: string) =>
    createHmac('sha256', key).update(`${link.id} ${clickId}`).digest().subarray(0, MAC_BYTES);
  return {
    prove: (link, clickId) => macOf(link, clickId).toString('base64url'),
    holds(link, clickId, proof) {
      const given = Buffer.from(proof, 'base64url');
      return given.length === MAC_BYTES && timingSafeEqual(given, macOf(link, clickId));
    },
  };
}
