import { createDecipheriv } from 'node:crypto';

/** Meta's ad that led to an installation; null for what it did not tell. */
export interface MetaCampaign {
  readonly campaign: NamedId;
  readonly adSet: NamedId;
  readonly ad: NamedId;
  readonly accountId: string | null;
  readonly objective: string | null;
}

interface NamedId {
  readonly id: string | null;
  readonly name: string | null;
}

interface SealedCampaign {
  /** Ciphertext and tag. */
  readonly data: Buffer;
  readonly nonce: Buffer;
}

const TAG_BYTES = 16;
const MAX_NAME_LENGTH = 400;

/**
 * The part of a referrer that Meta has encrypted: `utm_content={"source":{"data":"hex","nonce":"hex"}}`, encoded as often
 * as it was passed on. Undefined if there is none. `utm_source` says nothing about it, by Meta's own word.
 */
export function findMetaCampaign(referrer: string): SealedCampaign | undefined {
  const text = decode(decode(referrer));
  const data = /"data\\?"\s*:\s*\\?"([\da-f]*)/i.exec(text)?.[1];
  const nonce = /"nonce\\?"\s*:\s*\\?"([\da-f]*)/i.exec(text)?.[1];
  if (data === undefined || nonce === undefined) return undefined;
  return { data: Buffer.from(data, 'hex'), nonce: Buffer.from(nonce, 'hex') };
}

/** Null if the text is damaged or encrypted with another app's key. `key`: 64 hexadecimal digits. */
export function decryptMetaCampaign(
  { data, nonce }: SealedCampaign,
  key: string,
): MetaCampaign | null {
  if (data.length <= TAG_BYTES || nonce.length === 0) return null;
  const end = data.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(data.subarray(end));
    const text = Buffer.concat([decipher.update(data.subarray(0, end)), decipher.final()]);
    return readCampaign(JSON.parse(text.toString()));
  } catch {
    return null;
  }
}

/** The metadata has the older names: an ad set is its `campaign`, and a campaign its `campaign_group`. */
function readCampaign(fields: unknown): MetaCampaign | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const read = (name: string) => textOf((fields as Record<string, unknown>)[name]);
  return {
    campaign: { id: read('campaign_group_id'), name: read('campaign_group_name') },
    adSet: { id: read('campaign_id'), name: read('campaign_name') },
    ad: { id: read('ad_id'), name: read('adgroup_name') },
    accountId: read('account_id'),
    objective: read('ad_objective_name'),
  };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME_LENGTH) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
