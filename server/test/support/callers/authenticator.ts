import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What the browser makes of the server's options; what tests are about is given, the rest is right. */
interface Asked {
  readonly challenge: string;
}

interface Circumstances {
  /** Of the page. */
  readonly origin: string;
  /** The host that the passkey is for. */
  readonly rpId: string;
  /** Whether the person has shown that it is them: by a finger, a face or a PIN. */
  readonly verified: boolean;
  readonly counter: number;
  /** Whose it says it is; base64url. */
  readonly userHandle: string | null;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A passkey (WebAuthn, ES256) in software, with the browser around it; bytes are in base64url, as the API takes them. */
export function newAuthenticator(usual: Pick<Circumstances, 'origin' | 'rpId'>) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let owner: string | null = null;
  let signed = 0;

  function circumstances(changed: Partial<Circumstances>): Circumstances {
    signed += 1;
    return { ...usual, verified: true, counter: signed, userHandle: owner, ...changed };
  }

  function credentialData(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coordinates = [x, y].map((text) => Buffer.from(text, 'base64url'));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    // kty: EC2, alg: ES256, crv: P-256 (RFC 9053).
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinates[0]],
        [-3, coordinates[1]],
      ]),
    );
    return Buffer.concat([Buffer.alloc(16), length, id, key]);
  }

  return {
    id: id.toString('base64url'),
    /** Makes the passkey. */
    make(
      options: Asked & { readonly user: { readonly id: string } },
      changed: Partial<Circumstances> = {},
    ) {
      const at = circumstances(changed);
      owner = options.user.id;
      const authData = Buffer.concat([authenticatorData(at, HAS_CREDENTIAL), credentialData()]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', options, at).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      };
    },
    /** Signs in with it. */
    answer(options: Asked, changed: Partial<Circumstances> = {}) {
      const at = circumstances(changed);
      const said = clientData('webauthn.get', options, at);
      const data = authenticatorData(at);
      const hash = createHash('sha256').update(said).digest();
      return {
        id: id.toString('base64url'),
        clientDataJSON: said.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url'),
        userHandle: at.userHandle,
      };
    },
  };
}

function clientData(type: string, { challenge }: Asked, { origin }: Circumstances): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId, verified, counter }: Circumstances, flags = 0): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags | USER_PRESENT | (verified ? USER_VERIFIED : 0));
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
}

/** As much of CBOR (RFC 8949) as a passkey needs: numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (!(value instanceof Map)) throw new Error(`No CBOR for ${typeof value}`);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}

function head(kind: number, number: number): Buffer {
  if (number < 24) return Buffer.from([(kind << 5) | number]);
  if (number < 256) return Buffer.from([(kind << 5) | 24, number]);
  return Buffer.from([(kind << 5) | 25, number >> 8, number & 255]);
}
