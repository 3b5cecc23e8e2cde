import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newProject } from '../../server/test/support/callers/personas.ts';
import { startFakeServer } from './fakeServer.ts';
import { runFairlead } from './runFairlead.ts';

const FINDING = {
  code: 'TLS_EXPIRED',
  severity: 'problem',
  seen: 'The certificate ended yesterday',
  why: 'Phones refuse to connect',
  cure: 'Renew it',
};

function reportOf(...findings: object[]): string {
  return JSON.stringify({ host: 'go.acme.example', verdict: 'ok', findings });
}

suite('doctor HOST', () => {
  test('exits with status 1 and prints the finding and its cure when there is a problem', async () => {
    await using server = await startFakeServer(200, reportOf(FINDING));
    const env = { FAIRLEAD_SERVER: server.url, ADMIN_TOKEN: 'secret-token' };
    const { status, out } = await runFairlead(['doctor', 'go.acme.example'], env);
    assert.equal(status, 1);
    assert.match(
      out,
      /problem: The certificate ended yesterday \(TLS_EXPIRED\)\n {2}Phones refuse.*\n {2}Renew it/,
    );
    assert.partialDeepStrictEqual(server.seen, [
      {
        method: 'POST',
        url: '/api/v1/admin/doctor',
        authorization: 'Bearer secret-token',
        body: { host: 'go.acme.example' },
      },
    ]);
  });

  test('exits with status 0 when there are only warnings; an app key examines its own project', async () => {
    await using server = await startFakeServer(200, reportOf({ ...FINDING, severity: 'warning' }));
    const env = { FAIRLEAD_SERVER: server.url, FAIRLEAD_APP_KEY: 'fl_live_x' };
    const { status, out } = await runFairlead(['doctor', 'go.acme.example', '--json'], env);
    assert.equal(status, 0);
    assert.equal((JSON.parse(out) as { findings: unknown[] }).findings.length, 1);
    assert.equal(server.seen[0]?.url, '/v1/doctor');
  });

  test('a host outside the project is one finding, with status 1', async () => {
    const project = await newProject();
    const env = { FAIRLEAD_SERVER: project.server.origin, FAIRLEAD_APP_KEY: project.appKey };
    const { status, out } = await runFairlead(['doctor', 'elsewhere.test', '--json'], env);
    assert.equal(status, 1);
    const { host, findings } = JSON.parse(out) as { host: string; findings: object[] };
    assert.equal(host, 'elsewhere.test');
    assert.equal(findings.length, 1);
    assert.partialDeepStrictEqual(findings, [
      {
        code: 'DOMAIN_UNPROVED',
        severity: 'problem',
        seen: 'elsewhere.test is no domain of the project',
      },
    ]);
  });
});
