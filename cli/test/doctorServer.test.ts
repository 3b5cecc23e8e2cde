import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ServerReport } from '@fairlead/contract/operations/dashboard/server';
import { ADMIN_TOKEN, startServer } from '../../server/test/support/useServer.ts';
import { runFairlead } from './runFairlead.ts';

const READY = {
  PUBLIC_URL: 'https://links.example.com',
  LAUNCH_HOST: 'launch.example.net',
  LINK_DOMAIN: 'go.example.com',
  TRUST_PROXY: '127.0.0.1',
};

async function examine(env: Record<string, string>, ...more: string[]) {
  const { origin } = await startServer({ SMTP_URL: '', ...env });
  return runFairlead(['doctor', 'server', ...more], { FAIRLEAD_SERVER: origin, ADMIN_TOKEN });
}

suite('doctor server', () => {
  test('exits with status 1 and lists every finding with its cure when there is a problem', async () => {
    const { status, out } = await examine({ PUBLIC_URL: 'http://localhost:3000' }, '--json');
    assert.equal(status, 1);
    assert.equal(out.trimEnd().split('\n').length, 1);
    const { findings, publicUrl, version } = JSON.parse(out) as ServerReport;
    assert.equal(publicUrl, 'http://localhost:3000');
    assert.match(version, /^\d+\.\d+\.\d+/);
    assert.deepEqual(
      findings.map(({ code, severity }) => [code, severity]),
      [
        ['PUBLIC_URL_LOCAL', 'problem'],
        ['LAUNCH_HOST_LOCAL', 'problem'],
        ['MAIL_TO_FILES', 'warning'],
        // It listens on another port.
        ['PUBLIC_URL_UNREACHABLE', 'warning'],
      ],
    );
    assert.ok(findings.every(({ seen, cure }) => seen !== '' && cure !== ''));
  });

  test('exits with status 0 and prints text when there are only warnings', async () => {
    const { status, out } = await examine(READY);
    assert.equal(status, 0);
    assert.match(out, /Fairlead \S+ at https:\/\/links\.example\.com/);
    assert.match(out, /warning: SMTP_URL is not set.*\(MAIL_TO_FILES\)\n {2}Set SMTP_URL/);
    const ready = await examine({ ...READY, SMTP_URL: 'smtp://127.0.0.1:9' }, '--json');
    const { findings } = JSON.parse(ready.out) as ServerReport;
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['PUBLIC_URL_UNREACHABLE'],
    );
  });

  test('fails without the admin token', async () => {
    const { origin } = await startServer();
    const env = { FAIRLEAD_SERVER: origin, ADMIN_TOKEN: 'a-wrong-admin-token' };
    assert.equal((await runFairlead(['doctor', 'server'], env)).status, 4);
    const { status } = await fetch(`${origin}/api/v1/admin/server`);
    assert.equal(status, 401);
  });
});
