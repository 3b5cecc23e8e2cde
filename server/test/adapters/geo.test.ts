import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openGeo } from '#platform/adapters/geo.ts';

const headers = (values: Readonly<Record<string, string>>) => (name: string) => values[name];
const none = headers({});

suite('country lookup', () => {
  test('reads the bundled database by default, for IPv4, IPv6 and mapped addresses', async () => {
    const geo = await openGeo({});
    assert.equal(geo.problem, null);
    assert.equal(geo.countryOf(none, '8.8.8.8'), 'US');
    assert.equal(geo.countryOf(none, '::ffff:8.8.8.8'), 'US');
    assert.equal(geo.countryOf(none, '2001:4860:4860::8888'), 'US');
    assert.equal(geo.countryOf(none, '8.8.8.8'), 'US');
  });

  test('returns null for private, missing and malformed addresses', async () => {
    const geo = await openGeo({});
    for (const address of ['127.0.0.1', '::1', '10.1.2.3', '', 'unknown', '8.8.8.8.8', '::ffff:']) {
      assert.equal(geo.countryOf(none, address), null, address);
    }
  });

  test('prefers the configured header and ignores all others', async () => {
    const geo = await openGeo({ countryHeader: 'CF-IPCountry' });
    assert.equal(geo.countryOf(headers({ 'cf-ipcountry': 'de' }), '8.8.8.8'), 'DE');
    assert.equal(geo.countryOf(headers({ 'x-country': 'de' }), '8.8.8.8'), 'US');
  });

  test('falls back to the IP address if the header names no country', async () => {
    const geo = await openGeo({ countryHeader: 'cf-ipcountry' });
    for (const value of ['XX', 'T1', '', 'Germany', 'd', "';--"]) {
      assert.equal(geo.countryOf(headers({ 'cf-ipcountry': value }), '8.8.8.8'), 'US', value);
    }
  });

  test('reports an unreadable database and works without it', async () => {
    const geo = await openGeo({
      databasePath: '/nonexistent/geo.mmdb',
      countryHeader: 'cf-ipcountry',
    });
    assert.match(geo.problem ?? '', /ENOENT/);
    assert.equal(geo.countryOf(none, '8.8.8.8'), null);
    assert.equal(geo.countryOf(headers({ 'cf-ipcountry': 'FR' }), '8.8.8.8'), 'FR');
  });

  test('reports a file that is not a database instead of failing', async () => {
    const geo = await openGeo({ databasePath: import.meta.filename });
    assert.match(geo.problem ?? '', /cannot be read/);
    assert.equal(geo.countryOf(none, '8.8.8.8'), null);
  });

  test('a damaged database costs countries and nothing else, and is logged once', async () => {
    const file = createRequire(import.meta.url).resolve(
      '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
    );
    const bytes = await readFile(file);
    const metadata = bytes.lastIndexOf('\u{ab}\u{cd}\u{ef}MaxMind.com', undefined, 'latin1');
    bytes.fill(0xff, metadata - 20_000, metadata);
    const folder = await mkdtemp(join(tmpdir(), 'geo-'));
    const databasePath = join(folder, 'damaged.mmdb');
    await writeFile(databasePath, bytes);
    const warned: string[] = [];
    const log = { warn: (_about: object, message: string) => void warned.push(message) };
    const geo = await openGeo({ databasePath, countryHeader: 'cf-ipcountry', log });
    await rm(folder, { recursive: true });
    assert.equal(geo.problem, null);
    for (const address of ['8.8.8.8', '1.1.1.1', '2001:4860:4860::8888']) {
      assert.equal(geo.countryOf(none, address), null, address);
      assert.equal(geo.countryOf(headers({ 'cf-ipcountry': 'FR' }), address), 'FR');
    }
    assert.deepEqual(warned, ['The country database is damaged: some countries will be unknown']);
  });
});
