import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openWeb } from '#platform/adapters/web.ts';
import { isPublicAddress } from '#platform/lib/addresses/isPublicAddress.ts';

test('isPublicAddress accepts Internet addresses only', () => {
  for (const address of ['93.184.216.34', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1']) {
    assert.ok(isPublicAddress(address), address);
  }
  const others = `0.0.0.0 10.1.2.3 100.64.1.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255
    192.168.0.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fc00::1
    fe80::1 ff02::1 2001:db8::1 2002:7f00:1::1 2001::1 localhost 127.1 0x7f.1 2130706433 127.0.0.1%lo fe80::1%eth0`;
  for (const address of ['', ' 127.0.0.1', ...others.split(/\s+/)])
    assert.ok(!isPublicAddress(address), address);
});

test('the doctor never connects to an IP address that is not public', async () => {
  const called: string[] = [];
  const web = openWeb({
    route(address, port) {
      called.push(address);
      return { host: '127.0.0.1', port };
    },
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), async (address) => {
      fc.pre(!isPublicAddress(address));
      const found = await web.get('https://a.example/', { address });
      assert.equal('failure' in found && found.failure, 'private');
    }),
    { numRuns: 300 },
  );
  assert.deepEqual(called, []);
});
