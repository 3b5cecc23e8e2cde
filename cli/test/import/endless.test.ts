import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { runFairlead } from '../runFairlead.ts';
import { KEY, openStandIn } from './openStandIn.ts';

/** A dry run over an API, with no one signed in. */
async function read(from: string, url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-endless-'));
  try {
    const argv = ['import', '--from', from, '--source-url', url, '--source-key', KEY, '--dry-run'];
    const report = ['--report', join(folder, 'report.csv')];
    return await runFairlead([...argv, ...report], { XDG_STATE_HOME: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

suite('a source that comes to no end', () => {
  test('is left when it names a page a second time', async () => {
    const page = Array.from({ length: 100 }, (_, n) => ({
      id: n === 99 ? 'last' : String(n),
      domain: 'go.acme.example',
      key: `k${n}`,
      url: 'https://acme.example/',
    }));
    await using api = await openStandIn(() => ({ body: page }));
    const { status, err } = await read('dub', api.url);
    assert.equal(status, 1);
    assert.match(err, /comes to no end: it names page "last" a second time/);
    assert.ok(api.asked.length < 5);
  });

  test('is left after a hundred pages without a link', async () => {
    let pages = 0;
    await using api = await openStandIn(({ pathname }) => ({
      body:
        pathname === '/groups'
          ? { groups: [{ guid: 'g' }] }
          : { links: [], pagination: { next: 'more', search_after: String((pages += 1)) } },
    }));
    const { status, err } = await read('bitly', api.url);
    assert.equal(status, 1);
    assert.match(err, /100 pages in a row without a link/);
    assert.equal(pages, 100);
  });

  test('is left when a small packed answer becomes a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    const server = createServer((_, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      });
      response.end(bomb);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const { status, err } = await read('dub', `http://127.0.0.1:${port}`);
      assert.equal(status, 1);
      assert.match(err, /more than 32 MB/);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
