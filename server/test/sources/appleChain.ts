import { sign, X509Certificate } from 'node:crypto';
import { certify } from '../support/outside/certify.ts';

const INTERMEDIATE = '1.2.840.113635.100.6.2.1';
const LEAF = '1.2.840.113635.100.6.11.1';

/** Certificates as the App Store signs with, of an authority of our own. */
export function makeAppleChain() {
  const root = certify({ authority: 'Root' });
  const intermediate = certify({ authority: 'Intermediate', by: root, marks: [INTERMEDIATE] });
  const leaf = certify({ hosts: ['leaf'], by: intermediate, marks: [LEAF] });
  const x5c = [leaf, intermediate, root].map(({ cert }) =>
    new X509Certificate(cert).raw.toString('base64'),
  );
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    fingerprint: new X509Certificate(root.cert).fingerprint256,
    /** A JWS of what the App Store says. */
    signed(payload: object, certificates = x5c): string {
      const text = `${encode({ alg: 'ES256', x5c: certificates })}.${encode(payload)}`;
      const key = { key: leaf.privateKey, dsaEncoding: 'ieee-p1363' } as const;
      return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
    },
  };
}
