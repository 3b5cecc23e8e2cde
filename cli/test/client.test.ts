import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startFakeServer } from './fakeServer.ts';
import { runFairlead } from './runFairlead.ts';

const REPORT = JSON.stringify({ version: '1.2.3', publicUrl: 'https://x.example', findings: [] });
const UNAVAILABLE = JSON.stringify({ statusCode: 503, message: 'Starting', error: 'UNAVAILABLE' });

suite('API client of the command line', () => {
  test('retries read-only calls after a 503', async () => {
    await using server = await startFakeServer(200, REPORT, {}, [[503, UNAVAILABLE]]);
    const env = { FAIRLEAD_SERVER: server.url, ADMIN_TOKEN: 't' };
    const { status, out } = await runFairlead(['doctor', 'server'], env);
    assert.equal(status, 0);
    assert.match(out, /Fairlead 1\.2\.3/);
    assert.deepEqual(
      server.seen.map(({ method, url }) => `${method} ${url}`),
      ['GET /api/v1/admin/server', 'GET /api/v1/admin/server'],
    );
  });

  test('does not resend calls that may have taken effect', async () => {
    await using server = await startFakeServer(503, UNAVAILABLE);
    const env = { FAIRLEAD_SERVER: server.url, ADMIN_TOKEN: 't' };
    const { status, err } = await runFairlead(['provision', '--name', 'Shop'], env);
    assert.deepEqual([status, server.seen.length], [1, 1]);
    assert.match(err, /^Starting\n/);
  });

  test('does not follow redirects to another host, so credentials stay with their server', async () => {
    await using elsewhere = await startFakeServer(200, '{"links": []}');
    const location = `${elsewhere.url}/v1/links`;
    await using server = await startFakeServer(302, '{}', { Location: location });
    for (const credential of ['FAIRLEAD_APP_KEY', 'ADMIN_TOKEN']) {
      const env = { FAIRLEAD_SERVER: server.url, [credential]: 'secret' };
      const command = credential === 'ADMIN_TOKEN' ? ['doctor', 'server'] : ['link', 'list'];
      const { status, err } = await runFairlead(command, env);
      assert.equal(status, 1);
      assert.match(err, /^No answer from http:\/\/127\.0\.0\.1:\d+ \(it answered with a redirect/);
    }
    assert.deepEqual(elsewhere.seen, []);
  });
});
