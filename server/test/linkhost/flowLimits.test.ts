import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLink, newProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { startServer } from '../support/useServer.ts';

test('flow pages are limited as QR images are: per client, and together to a share of a core; redirects are exempt', async () => {
  const server = await startServer({ RATE_LIMITS: 'on' });
  const project = await newProject({}, server);
  const link = await newLink(project);
  const from = (client: string, query = '') =>
    send({
      port: server.port,
      path: `/${link.slug}${query}`,
      headers: { host: project.host, 'x-forwarded-for': client },
    });
  const readUntilRefused = async (clientOf: (index: number) => string) => {
    for (let shown = 0; shown < 20_000; shown += 1) {
      const reply = await from(clientOf(shown), '?debug=1');
      if (reply.status !== 200) return { shown, reply };
    }
    return assert.fail('never refused');
  };
  const one = await readUntilRefused(() => '203.0.113.1');
  // Where pages take their time, all clients together are refused first.
  assert.ok(one.reply.status === 429 || one.reply.status === 503, `${one.reply.status}`);
  assert.ok(one.shown >= 20, `${one.shown} were shown`);
  assert.equal(one.reply.headers['retry-after'], '1');
  assert.equal(one.reply.headers['cache-control'], 'no-store');
  const all = await readUntilRefused((index) => `198.51.${index >> 8}.${index & 255}`);
  assert.equal(all.reply.status, 503);
  assert.equal((await from('203.0.113.1')).status, 302);
});
