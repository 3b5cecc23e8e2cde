import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A key and its certificate, for servers and for signing further ones. */
export interface Certified {
  readonly key: string;
  readonly cert: string;
  readonly name: string;
  readonly privateKey: KeyObject;
}

interface Wanted {
  /** The first is its common name; none for an authority. */
  readonly hosts?: readonly string[];
  /** Whether it may sign others. */
  readonly authority?: string;
  /** Who signs; itself where nobody does. */
  readonly by?: Certified;
  /** Identifiers of further extensions, which say nothing but that they are there. */
  readonly marks?: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
}

const DAY = 24 * 3600 * 1000;

/** Makes a certificate, true or with whatever is wrong with it: OpenSSL's tools make none that has expired. */
export function certify({ hosts = [], authority, by, marks = [], from, to }: Wanted): Certified {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = authority ?? hosts[0] ?? 'nobody';
  const signer = by ?? { name, privateKey };
  const extensions = [
    extension('2.5.29.19', sequence(authority === undefined ? Buffer.alloc(0) : tlv(1, '\xff'))),
    ...(hosts.length > 0
      ? [extension('2.5.29.17', sequence(...hosts.map((host) => tlv(0x82, host))))]
      : []),
    ...marks.map((id) => extension(id, tlv(5, ''))),
  ];
  const algorithm = sequence(identifier('1.2.840.10045.4.3.2'));
  const body = sequence(
    tlv(0xa0, tlv(2, Buffer.of(2))),
    tlv(2, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    nameOf(signer.name),
    sequence(
      timeOf(from ?? new Date(Date.now() - DAY)),
      timeOf(to ?? new Date(Date.now() + 90 * DAY)),
    ),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, signer.privateKey);
  const der = sequence(body, algorithm, tlv(3, Buffer.concat([Buffer.of(0), signature])));
  const lines = der.toString('base64').replaceAll(/(.{64})/g, '$1\n');
  return {
    name,
    privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function tlv(tag: number, content: Buffer | string): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const { length } = bytes;
  const size =
    length < 128
      ? Buffer.of(length)
      : length < 256
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 255);
  return Buffer.concat([Buffer.of(tag), size, bytes]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function identifier(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const septets = [part & 127];
    for (let left = part >> 7; left > 0; left >>= 7) septets.unshift((left & 127) | 128);
    bytes.push(...septets);
  }
  return tlv(6, Buffer.from(bytes));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(identifier(id), tlv(4, value));
}

function nameOf(name: string): Buffer {
  return sequence(tlv(0x31, sequence(identifier('2.5.4.3'), tlv(0x0c, name))));
}

function timeOf(time: Date): Buffer {
  return tlv(0x18, time.toISOString().replaceAll(/[-:T]|\.\d+/g, ''));
}
