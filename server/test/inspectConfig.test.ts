import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '#platform/config/config.ts';
import { inspectConfig } from '#platform/config/inspectConfig.ts';

const READY = {
  PUBLIC_URL: 'https://links.example.com',
  LAUNCH_HOST: 'launch.example.net',
  LINK_DOMAIN: 'go.example.com',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtps://user:password@mail.example.com',
};

const CASES: [string, Record<string, string>, string[]][] = [
  [
    'the defaults lack public URL, launch host, proxy and mail',
    {},
    ['PUBLIC_URL_LOCAL', 'LAUNCH_HOST_LOCAL', 'TRUST_PROXY_MISSING', 'MAIL_TO_FILES'],
  ],
  ['a server behind a local proxy lacks nothing', READY, []],
  [
    'PUBLIC_URL must use https',
    { ...READY, PUBLIC_URL: 'http://links.example.com' },
    ['PUBLIC_URL_WITHOUT_HTTPS'],
  ],
  [
    'PUBLIC_URL must not be a loopback address',
    { ...READY, PUBLIC_URL: 'http://127.0.0.1:3000' },
    ['PUBLIC_URL_LOCAL'],
  ],
  ['LAUNCH_HOST must not be local', { ...READY, LAUNCH_HOST: '' }, ['LAUNCH_HOST_LOCAL']],
  [
    'LAUNCH_HOST must not be on the registered domain of LINK_DOMAIN',
    { ...READY, LAUNCH_HOST: 'launch.example.org', LINK_DOMAIN: 'go.example.org' },
    ['LAUNCH_HOST_SAME_SITE'],
  ],
  [
    'LAUNCH_HOST must not be on the registered domain of PUBLIC_URL',
    { ...READY, LAUNCH_HOST: 'launch.example.com', LINK_DOMAIN: 'go.example.org' },
    ['LAUNCH_HOST_SAME_SITE'],
  ],
  [
    'LAUNCH_HOST may share a public suffix with the links',
    { ...READY, LAUNCH_HOST: 'launch.acme.co.uk', LINK_DOMAIN: 'go.brand.co.uk' },
    [],
  ],
  ['LINK_DOMAIN must not be local', { ...READY, LINK_DOMAIN: '' }, ['LINK_DOMAIN_LOCAL']],
  ['TRUST_PROXY must be set', { ...READY, TRUST_PROXY: '' }, ['TRUST_PROXY_MISSING']],
  [
    'a proxy on another machine needs a HOST other than loopback',
    { ...READY, TRUST_PROXY: '10.0.0.0/8' },
    ['HOST_LOOPBACK'],
  ],
  [
    'a proxy on another machine works with HOST=0.0.0.0',
    { ...READY, TRUST_PROXY: '10.0.0.0/8', HOST: '0.0.0.0' },
    [],
  ],
  ['SMTP_URL must be set', { ...READY, SMTP_URL: '' }, ['MAIL_TO_FILES']],
];

describe('inspectConfig for production', () => {
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
