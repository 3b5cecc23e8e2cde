import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskAddress } from '#platform/lib/addresses/maskAddress.ts';

test('masking an IP address keeps its /24 or /48 network', () => {
  const masked = {
    '203.0.113.9': '203.0.113.0',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1::',
    '2001:db8::9': '2001:db8:0::',
    '::1': '0:0:0::',
    'fe80::1%eth0': 'fe80:0:0::',
  };
  for (const [address, kept] of Object.entries(masked)) assert.equal(maskAddress(address), kept);
});
