import assert from 'node:assert/strict';
import { createHash, hkdfSync } from 'node:crypto';
import { suite, test } from 'node:test';
import { createVisitorHash } from '../../src/clicks/visitorHash.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const SECRET = 'a secret of the instance';

suite('the visitor hash', () => {
  const visitorHash = createVisitorHash(SECRET);

  test('is SHA-256 over the key of the day and the visitor, cut to a signed 64-bit number', () => {
    const day = Math.floor(NOON / (24 * HOUR));
    const derived = hkdfSync('sha256', SECRET, '', `visitor hash, day ${day}`, 32);
    const key = Buffer.from(derived).toString('hex');
    for (const [address, userAgent] of [
      ['198.51.100.7', 'Mozilla/5.0'],
      ['2001:db8::1', 'größe 🦊'],
      ['', ''],
    ] as const) {
      const digest = createHash('sha256').update(`${key}${address}\n${userAgent}`).digest();
      assert.equal(visitorHash(address, userAgent, NOON), digest.readBigInt64BE(0).toString());
    }
  });

  test('is the same all day and another the next, and can be asked for an earlier day', () => {
    const first = visitorHash('198.51.100.7', 'Mozilla/5.0', NOON);
    assert.equal(visitorHash('198.51.100.7', 'Mozilla/5.0', NOON + 11.9 * HOUR), first);
    assert.notEqual(visitorHash('198.51.100.7', 'Mozilla/5.0', NOON + 12 * HOUR), first);
    assert.equal(visitorHash('198.51.100.7', 'Mozilla/5.0', NOON - 12 * HOUR), first);
  });

  test('tells addresses, user agents and secrets apart', () => {
    const others = [
      visitorHash('198.51.100.8', 'Mozilla/5.0', NOON),
      visitorHash('198.51.100.7', 'Mozilla/5.1', NOON),
      createVisitorHash('another secret')('198.51.100.7', 'Mozilla/5.0', NOON),
      visitorHash('198.51.100.7', 'Mozilla/5.0', NOON),
    ];
    assert.equal(new Set(others).size, others.length);
  });

  test('reads a user agent to its 1,000th character', () => {
    const long = 'x'.repeat(1000);
    assert.equal(visitorHash('::1', `${long}a`, NOON), visitorHash('::1', `${long}b`, NOON));
  });
});
