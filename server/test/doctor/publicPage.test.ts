import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import type { Symptom } from '#links/doctor/examinations/symptoms.ts';
import { newProject } from '../support/callers/personas.ts';
import { certify } from '../support/outside/certify.ts';
import { startServer, useServer } from '../support/useServer.ts';
import {
  android,
  androidFile,
  apple,
  appleFile,
  askDoctorPage as ask,
  HOST,
  PRINT,
} from './askDoctorPage.ts';
import { ADDRESS, type Internet, OTHER_ADDRESS } from './openInternet.ts';

const html = { 'content-type': 'text/html' };
const rules = (dynamic_app_link_components: readonly object[]) => ({
  'delegate_permission/common.handle_all_urls': { dynamic_app_link_components },
});

const FAULTS: readonly (readonly [Symptom, string, (internet: Internet) => unknown])[] = [
  ['AASA_TYPE', 'a wrong content type', apple({ headers: html, body: appleFile() })],
  ['AASA_REDIRECTS', 'a redirect', apple({ status: 301, headers: { location: '/x' } })],
  ['AASA_INVALID', 'a page of HTML', apple({ body: '<!doctype html><p>Hello' })],
  ['AASA_INVALID', 'invalid JSON', apple({ body: '{"applinks":' })],
  ['AASA_EMPTY', 'no app IDs', apple({ body: appleFile({ appIDs: [] }) })],
  ['AASA_APP_ID_FORM', 'no team ID', apple({ body: appleFile({ appIDs: ['com.example.app'] }) })],
  ['AASA_RULES_MISSING', 'no components', apple({ body: appleFile({ components: undefined }) })],
  ['AASA_MISSING', '404', apple({ status: 404 })],
  ['AASA_TOO_LARGE', '200 KB', apple({ body: appleFile({ x: 'x'.repeat(200_000) }) })],
  [
    'AASA_COPY_OLD',
    'an old copy at Apple',
    ({ elsewhere }) =>
      void (elsewhere.copy = { body: appleFile({ appIDs: ['OLD1234567.com.x'] }) }),
  ],
  ['ASSETLINKS_MISSING', '404', android({ status: 404 })],
  ['ASSETLINKS_REDIRECTS', 'a redirect', android({ status: 302, headers: { location: '/x' } })],
  ['ASSETLINKS_TYPE', 'a wrong content type', android({ headers: html, body: androidFile() })],
  ['ASSETLINKS_INVALID', 'an object', android({ body: '{}' })],
  ['ASSETLINKS_INVALID', '300 KB', android({ body: `[${' '.repeat(300_000)}]` })],
  ['ASSETLINKS_APP_MISSING', 'no app', android({ body: '[]' })],
  ['ASSETLINKS_RELATION_MISSING', 'no relation', android({ body: androidFile({ relation: [] }) })],
  [
    'ASSETLINKS_FINGERPRINT_FORM',
    'a SHA-1 fingerprint',
    android({ body: androidFile({}, { sha256_cert_fingerprints: [PRINT.slice(0, 59)] }) }),
  ],
  ...(
    [
      ['an empty list of rules', rules([])],
      ['a rule with an empty path', rules([{ '/': '' }, { '/': '*' }])],
      ['a query that is a text', rules([{ '/': '*', '?': 'a=1' }])],
      ['a query with a number', rules([{ '/': '*', '?': { a: 1 } }])],
      ['"exclude" as a text', rules([{ '/': '/cart/*', exclude: 'true' }, { '/': '*' }])],
      ['rules without their relation', { dynamic_app_link_components: [{ '/': '*' }] }],
    ] as const
  ).map(
    ([fault, relation_extensions]) =>
      [
        'ASSETLINKS_RULES_FORM',
        fault,
        android({ body: androidFile({ relation_extensions }) }),
      ] as const,
  ),
  [
    'ASSETLINKS_RULES_CLOSED',
    'rules that only exclude',
    android({
      body: androidFile({ relation_extensions: rules([{ '/': '/login', exclude: true }]) }),
    }),
  ],
  ['HTTPS_CLOSED', 'http only', ({ dns }) => dns.zone.set(`A ${HOST}`, [OTHER_ADDRESS])],
  ['TLS_NOT_SPOKEN', 'no TLS', (internet) => internet.speakNoTls(ADDRESS)],
  [
    'TLS_EXPIRED',
    'an expired certificate',
    ({ site, root }) => {
      const [from, to] = [new Date('2020-01-01'), new Date('2020-04-01')];
      site.certificate = certify({ hosts: [HOST], by: root, from, to });
    },
  ],
  ['DNS_NOTHING', 'a name that does not exist', ({ dns }) => dns.zone.delete(`A ${HOST}`)],
  ['DNS_NOTHING', 'a broken DNSSEC chain', ({ dns }) => dns.broken.add(HOST)],
];

describe('public doctor page', () => {
  for (const [code, fault, plant] of FAULTS) {
    test(`reports ${code}: ${fault}`, async () => {
      const { status, codes, html: page } = await ask(plant);
      assert.equal(status, 200);
      assert.deepEqual(codes, [code], page);
      assert.match(page, /What to change:/);
      assert.doesNotMatch(page, /this server|dashboard|undefined/);
    });
  }

  test('reports AASA_MISSING: a file that never ends', async () => {
    const { codes } = await ask(apple({ never: true }), { patience: 0.1 });
    assert.deepEqual(codes, ['AASA_MISSING']);
  });

  test('reports nothing for a domain whose files are right, and says what to look for in the apps', async () => {
    const relation_extensions = rules([
      { '/': '/cart/*', '?': { step: '?*' }, exclude: true },
      { '/': '/shop/*', '#': 'top', later: 1 },
    ]);
    for (const body of [androidFile(), androidFile({ relation_extensions })]) {
      const { codes, notes, html: page } = await ask(android({ body }));
      assert.deepEqual(codes, []);
      assert.match(page, /go\.broken\.example: no problems found/);
      assert.deepEqual(notes, ['AASA_APP_UNSEEN', 'ASSETLINKS_APP_UNSEEN']);
      assert.match(page, /applinks:go\.broken\.example/);
      assert.match(page, /android:host=&quot;go\.broken\.example&quot;/);
    }
  });

  test('says nothing of an app whose file is wrong, as it cannot be the app yet', async () => {
    assert.deepEqual((await ask(apple({ status: 404 }))).notes, ['ASSETLINKS_APP_UNSEEN']);
    assert.deepEqual((await ask(android({ body: '[]' }))).notes, ['AASA_APP_UNSEEN']);
  });

  test('reads the host of a URL, in capitals and other alphabets', async () => {
    assert.deepEqual(
      (await ask(() => undefined, { domain: `https://${HOST}:8443/x?y` })).codes,
      [],
    );
    assert.deepEqual(
      (await ask(() => undefined, { domain: ` ${HOST.toUpperCase()}. ` })).codes,
      [],
    );
    const { html: page } = await ask(() => undefined, { domain: 'bücher.example' });
    assert.match(page, /xn--bcher-kva\.example: /);
  });

  for (const domain of `127.0.0.1 10.1.2.3 ::1 [::1] 169.254.169.254 ::ffff:127.0.0.1 [::ffff:7f00:1] 2130706433 0x7f.1
    0177.0.0.1 127.1 localhost internal user@go.broken.example a..example <b>.example`.split(
    /\s+/,
  )) {
    test(`400 and no call: ${domain}`, async () => {
      const { status, codes, called, html: page } = await ask(() => undefined, { domain });
      assert.deepEqual([status, codes, called], [400, [], []]);
      assert.match(page, /Enter a domain of the internet/);
    });
  }

  const INSIDE =
    `127.0.0.1 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0`.split(' ');
  const INSIDE_6 = '::1 fd00::1 fe80::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::'.split(' ');
  for (const address of [...INSIDE, ...INSIDE_6]) {
    test(`a name that leads to ${address} is not called, and answers as one that does not exist`, async () => {
      const type = address.includes(':') ? 'AAAA' : 'A';
      const {
        codes,
        called,
        html: page,
      } = await ask(({ dns }) => {
        dns.zone.delete(`A ${HOST}`);
        dns.zone.set(`${type} ${HOST}`, [address]);
      });
      const { html: none } = await ask(({ dns }) => dns.zone.delete(`A ${HOST}`));
      assert.deepEqual(codes, ['DNS_NOTHING']);
      assert.deepEqual(called, ['17.253.1.1:443']);
      const plain = (text: string) => text.replaceAll(/nonce="[^"]*"/g, '');
      assert.equal(plain(page), plain(none));
    });
  }

  test('beside an internal IP address, only the public one is called', async () => {
    const { called } = await ask(({ dns }) => dns.zone.set(`A ${HOST}`, ['10.0.0.1', ADDRESS]));
    assert.ok(called.every((place) => /^(?:93\.184\.216\.34|17\.253\.1\.1):443$/.test(place)));
  });

  test('a name whose IP address changes is looked up once, and stays what it was', async () => {
    const { called } = await ask(({ dns, site }) => {
      const get = site.answers.get.bind(site.answers);
      // From the first request on, the name leads inside.
      site.answers.get = (path) => {
        dns.zone.set(`A ${HOST}`, ['127.0.0.1']);
        return get(path);
      };
    });
    assert.ok(called.every((place) => !place.startsWith('127.')));
  });

  test('follows no redirect to an internal host', async () => {
    for (const location of [
      'http://169.254.169.254/latest',
      'https://127.0.0.1/',
      'http://[::1]/',
    ]) {
      const { codes, called } = await ask(apple({ status: 302, headers: { location } }));
      assert.deepEqual(codes, ['AASA_REDIRECTS']);
      assert.ok(called.every((place) => /^(?:93\.184\.216\.34|17\.253\.1\.1):443$/.test(place)));
    }
  });

  test('shows text of other servers as text', async () => {
    const location = 'https://x.example/<script>alert(1)</script>';
    const { html: page } = await ask(apple({ status: 302, headers: { location } }));
    assert.match(page, /&lt;script&gt;alert/);
    assert.doesNotMatch(page, /<script/);
  });
});

describe('GET /doctor', () => {
  test('405: unless PUBLIC_DOCTOR is on, as POST /doctor is an operation', async () => {
    const { origin } = await useServer();
    const answer = await fetch(`${origin}/doctor?domain=nobody.invalid`);
    assert.equal(answer.status, 405);
    assert.doesNotMatch(await answer.text(), /nobody\.invalid|<html/);
  });

  test('200: a form without scripts, under a strict policy', async () => {
    const { origin } = await startServer({ PUBLIC_DOCTOR: 'on' });
    const answer = await fetch(`${origin}/doctor`);
    const page = await answer.text();
    assert.equal(answer.status, 200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
    assert.match(policy, /default-src 'none'.*form-action 'self'/);
    assert.ok(page.includes(`<style nonce="${nonce}">`));
    assert.match(page, /<html lang="en">/);
    assert.match(page, /color-scheme:light dark/);
    assert.doesNotMatch(page, /<script| style=/);
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  });

  test('a domain of this server gets what any other gets', async () => {
    const { host, project } = await newProject();
    const { html: page, codes } = await ask(() => undefined, { domain: host });
    const { html: other } = await ask(() => undefined, { domain: 'nobody.test' });
    assert.deepEqual(codes, ['DNS_NOTHING']);
    const plain = (text: string) =>
      text.replaceAll(/nonce="[^"]*"/g, '').replaceAll(host, 'nobody.test');
    assert.equal(plain(page), plain(other));
    assert.ok(!page.includes(project.name) && !page.includes(project.id));
  });

  test('429: over the budget of an IP address, though not for the form', async () => {
    const { origin } = await startServer({ PUBLIC_DOCTOR: 'on', RATE_LIMITS: 'on' });
    const call = (query: string) =>
      fetch(`${origin}/doctor${query}`, { headers: { 'x-forwarded-for': '198.51.100.23' } });
    const { requests } = RATE_LIMITS.doctor;
    for (let sent = 0; sent < requests; sent += 1) {
      assert.equal((await call('?domain=nobody.invalid')).status, 200);
    }
    const refused = await call('?domain=nobody.invalid');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.match(await refused.text(), /Rate limit of 6 requests per minute exceeded/);
    assert.equal((await call('')).status, 200);
  });

  test('429: over the budget of the server, from an IP address that has asked nothing', async () => {
    const { origin, app } = await startServer({ PUBLIC_DOCTOR: 'on', RATE_LIMITS: 'on' });
    for (;;) if (!(await app.rateLimiter!.draw('doctorServer', 'everyone')).allowed) break;
    const refused = await fetch(`${origin}/doctor?domain=nobody.invalid`, {
      headers: { 'x-forwarded-for': '198.51.100.24' },
    });
    assert.equal(refused.status, 429);
    await app.rateLimiter!.empty('doctorServer', 'everyone');
  });
});
