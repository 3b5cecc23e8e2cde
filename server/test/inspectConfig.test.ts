import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { inspectConfig } from '../src/inspectConfig.ts';

const READY = {
  PUBLIC_URL: 'https://links.example.com',
  LAUNCH_HOST: 'launch.example.com',
  LINK_DOMAIN: 'go.example.com',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtps://user:password@mail.example.com',
};

const CASES: [string, Record<string, string>, string[]][] = [
  [
    'a laptop lacks everything',
    {},
    ['PUBLIC_URL_LOCAL', 'LAUNCH_HOST_LOCAL', 'TRUST_PROXY_MISSING', 'MAIL_TO_FILES'],
  ],
  ['a server behind a proxy on its machine lacks nothing', READY, []],
  [
    'http is not enough for phones',
    { ...READY, PUBLIC_URL: 'http://links.example.com' },
    ['PUBLIC_URL_WITHOUT_HTTPS'],
  ],
  [
    'an address of this machine is no public one',
    { ...READY, PUBLIC_URL: 'http://127.0.0.1:3000' },
    ['PUBLIC_URL_LOCAL'],
  ],
  ['iPhones are not sent to localhost', { ...READY, LAUNCH_HOST: '' }, ['LAUNCH_HOST_LOCAL']],
  ['nobody has links on localhost', { ...READY, LINK_DOMAIN: '' }, ['LINK_DOMAIN_LOCAL']],
  ['a proxy has to be trusted', { ...READY, TRUST_PROXY: '' }, ['TRUST_PROXY_MISSING']],
  [
    'a proxy elsewhere cannot reach the loopback address',
    { ...READY, TRUST_PROXY: '10.0.0.0/8' },
    ['HOST_LOOPBACK'],
  ],
  [
    'but reaches every address of a container',
    { ...READY, TRUST_PROXY: '10.0.0.0/8', HOST: '0.0.0.0' },
    [],
  ],
  ['files are no mail', { ...READY, SMTP_URL: '' }, ['MAIL_TO_FILES']],
];

describe('what a configuration lacks for production', () => {
  for (const [name, env, codes] of CASES) {
    test(name, () => {
      const findings = inspectConfig(readConfig(env));
      assert.deepEqual(
        findings.map(({ code }) => code),
        codes,
      );
      for (const { code, seen, cure } of findings) {
        const variable =
          /^(PUBLIC_URL|LAUNCH_HOST|LINK_DOMAIN|TRUST_PROXY|HOST|MAIL)/.exec(code)?.[0] ?? '';
        assert.ok(cure.includes(variable === 'MAIL' ? 'SMTP_URL' : variable), cure);
        assert.ok(seen.length > 0);
      }
    });
  }
});
