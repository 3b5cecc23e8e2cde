/** Checks events that a server sends by the rules of Standard Webhooks 1.0.0. */

export interface VerifyOptions {
  /** Seconds that the event may be old, or its clock ahead; 300 unless said otherwise. */
  readonly tolerance?: number;
  /** Unix seconds; for tests. */
  readonly now?: number;
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * The event of a webhook whose signature holds; throws WebhookError where it does not. `body` is the text
 * or the bytes as they came, before any parsing. Several secrets serve while one replaces another.
 */
export async function verifyWebhook<Event = unknown>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<Event> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > tolerance) {
    throw new WebhookError(`The webhook's time is not within ${tolerance} seconds of now`);
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const each of [secret].flat()) {
    const key = await readSecret(each);
    for (const signature of signatures) {
      if (!signature.startsWith('v1,')) continue;
      const bytes = readBase64(signature.slice(3));
      // Compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) {
        return JSON.parse(text) as Event;
      }
    }
  }
  throw new WebhookError('No signature of the webhook fits the secret');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : [Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]].flat()[0];
  if (!value) throw new WebhookError(`The header ${name} is missing`);
  return value;
}

function readSecret(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = readBase64(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new WebhookError('The secret is not in base64: give it as it was shown');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
}

function readBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
