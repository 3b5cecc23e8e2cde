import assert from 'node:assert/strict';
import { createHash, hkdfSync } from 'node:crypto';
import { suite, test } from 'node:test';
import { createVisitorHash } from '#visits/visitors/visitorHash.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
/** The key of a day: any that differs from day to day. */
const keyOf = (day: number) => Buffer.alloc(32, day % 251);

suite('visitor hash', () => {
  const visitorHash = createVisitorHash({ keyOf });

  test('is SHA-256 over day key and visitor, cut to a signed 64-bit number', () => {
    const day = Math.floor(NOON / (24 * HOUR));
    const derived = hkdfSync('sha256', keyOf(day).toString('hex'), '', 'visitor hash', 32);
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

  test('is stable for a day, differs between days and can be computed for an earlier day', () => {
    const first = visitorHash('198.51.100.7', 'Mozilla/5.0', NOON);
    assert.equal(visitorHash('198.51.100.7', 'Mozilla/5.0', NOON + 11.9 * HOUR), first);
    assert.notEqual(visitorHash('198.51.100.7', 'Mozilla/5.0', NOON + 12 * HOUR), first);
    assert.equal(visitorHash('198.51.100.7', 'Mozilla/5.0', NOON - 12 * HOUR), first);
  });

  test('differs between IP addresses, user agents and keys', () => {
    const others = [
      visitorHash('198.51.100.8', 'Mozilla/5.0', NOON),
      visitorHash('198.51.100.7', 'Mozilla/5.1', NOON),
      createVisitorHash({ keyOf: () => Buffer.alloc(32, 252) })(
        '198.51.100.7',
        'Mozilla/5.0',
        NOON,
      ),
      visitorHash('198.51.100.7', 'Mozilla/5.0', NOON),
    ];
    assert.equal(new Set(others).size, others.length);
  });

  test('is null for a day whose key was deleted', () => {
    const today = Math.floor(NOON / (24 * HOUR));
    const forgetful = createVisitorHash({
      keyOf: (day) => (day === today ? keyOf(day) : undefined),
    });
    assert.notEqual(forgetful('198.51.100.7', 'Mozilla/5.0', NOON), null);
    assert.equal(forgetful('198.51.100.7', 'Mozilla/5.0', NOON - 24 * HOUR), null);
  });

  test('uses the first 1,000 characters of a user agent', () => {
    const long = 'x'.repeat(1000);
    assert.equal(visitorHash('::1', `${long}a`, NOON), visitorHash('::1', `${long}b`, NOON));
  });
});
