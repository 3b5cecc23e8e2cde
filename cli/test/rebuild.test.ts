import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startFakeServer } from './fakeServer.ts';
import { runFairlead } from './runFairlead.ts';

suite('rebuild', () => {
  test('asks the server to rebuild analytics and prints the counts', async () => {
    const counted = { clicks: 12, corrected: 3, seconds: 0.5 };
    await using server = await startFakeServer(200, JSON.stringify(counted));
    const { status, out } = await runFairlead(['rebuild'], {
      FAIRLEAD_SERVER: server.url,
      ADMIN_TOKEN: 'secret-token',
    });
    assert.equal(server.seen[0]?.url, '/api/v1/admin/analytics/rebuild');
    assert.equal(server.seen[0]?.authorization, 'Bearer secret-token');
    assert.equal(status, 0);
    assert.equal(out, 'Counted 12 clicks in 0.5 s; 3 links had wrong totals.\n');
  });

  test('--fewer lets the totals become much lower', async () => {
    const counted = { clicks: 12, corrected: 3, seconds: 0.5 };
    await using server = await startFakeServer(200, JSON.stringify(counted));
    const env = { FAIRLEAD_SERVER: server.url, ADMIN_TOKEN: 'secret-token' };
    assert.equal((await runFairlead(['rebuild', '--fewer'], env)).status, 0);
    assert.equal(server.seen[0]?.url, '/api/v1/admin/analytics/rebuild?fewer=true');
  });
});
