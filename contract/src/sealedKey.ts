/**
 * Encrypts a text for one reader, to be sent through a browser's address bar: the reader generates a key pair and shows
 * its public key, for which the sender encrypts. ECDH on P-256 with an ephemeral key, HKDF, AES-GCM; all in WebCrypto.
 */

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
/** A point of the curve, uncompressed, and the nonce of AES-GCM. Bytes. */
const POINT = 65;
const NONCE = 12;

export interface SealReader {
  /** In base64url. */
  readonly publicKey: string;
  /** Throws where the text was sealed for someone else or for another context. */
  readonly open: (sealed: string, context: string) => Promise<string>;
}

export async function createSealReader(): Promise<SealReader> {
  const { subtle } = crypto;
  const pair = await subtle.generateKey(CURVE, false, ['deriveBits']);
  return {
    publicKey: encode(new Uint8Array(await subtle.exportKey('raw', pair.publicKey))),
    async open(sealed, context) {
      const bytes = decode(sealed);
      const shared = await sharedSecret(pair.privateKey, bytes.subarray(0, POINT));
      const iv = bytes.subarray(POINT, POINT + NONCE);
      const key = await messageKey(shared);
      const plain = await subtle.decrypt(cipher(iv, context), key, bytes.subarray(POINT + NONCE));
      return new TextDecoder().decode(plain);
    },
  };
}

/** Seals a text for the holder of a public key; `context` is what both sides know, such as the state of a request. */
export async function sealFor(publicKey: string, text: string, context: string): Promise<string> {
  const { subtle } = crypto;
  const pair = await subtle.generateKey(CURVE, false, ['deriveBits']);
  const point = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const key = await messageKey(await sharedSecret(pair.privateKey, decode(publicKey)));
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const plain = new TextEncoder().encode(text);
  const body = new Uint8Array(await subtle.encrypt(cipher(iv, context), key, plain));
  return encode(Uint8Array.from([...point, ...iv, ...body]));
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function sharedSecret(own: Key, point: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const other = await crypto.subtle.importKey('raw', point, CURVE, false, []);
  return crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256);
}

async function messageKey(shared: ArrayBuffer): Promise<Key> {
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode('fairlead login');
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info };
  const aes = { name: 'AES-GCM', length: 256 };
  return crypto.subtle.deriveKey(derivation, material, aes, false, ['encrypt', 'decrypt']);
}

function cipher(iv: Uint8Array<ArrayBuffer>, context: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) };
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.codePointAt(0) ?? 0);
}
