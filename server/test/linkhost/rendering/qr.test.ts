import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { openPage, suiteInBrowser } from '../../support/browser/browser.ts';
import { newLink, newProject } from '../../support/callers/personas.ts';
import { send, visit } from '../../support/callers/request.ts';
import { type Pixels, readQr } from '../../support/outside/readQr.ts';
import { until } from '../../support/until.ts';
import { startServer } from '../../support/useServer.ts';

/** Looks a customer may ask for; each must be read by a camera. */
const LOOKS = [
  '',
  'size=128',
  'size=1024&ecc=H',
  'ecc=L&margin=2',
  'ecc=M&color=0a3d62&background=fef9e7',
  'margin=8&color=222&background=eee',
];

/** Reads a PNG of one bit a pixel with a palette, checking every checksum on the way. */
function readPng(file: Buffer): Pixels {
  assert.equal(file.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    assert.equal(file.readUInt32BE(at + 8 + length), crc32(body), 'a right checksum');
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  assert.ok(chunks.has('IEND'));
  const [header, palette, packed] = ['IHDR', 'PLTE', 'IDAT'].map((type) => chunks.get(type));
  assert.ok(header && palette && packed);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(packed);
  const stride = 1 + Math.ceil(width / 8);
  assert.equal(rows.length, stride * height);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const bit = ((rows[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    data.set([...palette.subarray(bit * 3, bit * 3 + 3), 255], pixel * 4);
  }
  return { width, height, data };
}

let forwarded: ReturnType<typeof startServer> | undefined;

async function fetchImage(host: string, path: string): Promise<Response> {
  // fetch sets its own Host; this server believes a forwarded one from this machine.
  const { origin } = await (forwarded ??= startServer({ TRUST_FORWARDED_HOST: 'on' }));
  return fetch(`${origin}${path}`, { headers: { 'x-forwarded-host': host } });
}

describe('public QR images', () => {
  for (const look of LOOKS) {
    test(`a PNG with "${look}" decodes to the short URL with _qr=1`, async () => {
      const project = await newProject();
      const link = await newLink(project);
      const reply = await fetchImage(project.host, `/${link.slug}/qr.png?${look}`);
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('content-type'), 'image/png');
      const image = readPng(Buffer.from(await reply.arrayBuffer()));
      const size = Number(new URLSearchParams(look).get('size') ?? 512);
      assert.deepEqual([image.width, image.height], [size, size]);
      assert.equal(await readQr(image), `${link.shortUrl}?_qr=1`);
    });
  }

  test('are the same under /d/, cacheable, and 304 for a known ETag', async () => {
    const project = await newProject();
    const link = await newLink(project);
    for (const format of ['svg', 'png']) {
      const path = `/${link.slug}/qr.${format}`;
      const first = await visit(project.host, path);
      const etag = String(first.headers.etag);
      assert.match(etag, /^"[\w-]{27}"$/);
      assert.equal(first.headers['cache-control'], 'public, max-age=86400');
      assert.equal((await visit(project.host, `/d${path}`)).headers.etag, etag);
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await visit(project.host, path, undefined, { 'if-none-match': known });
        assert.equal(again.status, 304);
        assert.equal(again.text, '');
      }
      const other = await visit(project.host, `${path}?ecc=L`, undefined, {
        'if-none-match': etag,
      });
      assert.equal(other.status, 200);
    }
  });

  test('an SVG contains no scripts or links', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { headers, text } = await visit(project.host, `/${link.slug}/qr.svg?size=300`);
    assert.equal(headers['content-type'], 'image/svg+xml');
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
    assert.match(text, /^<svg xmlns="[^"]+" width="300" height="300" /);
    assert.doesNotMatch(text, /script|href|on[a-z]+=/);
  });

  test('download=1 makes a file named after the link', async () => {
    const project = await newProject();
    const link = await newLink(project);
    for (const format of ['svg', 'png']) {
      const path = `/${link.slug}/qr.${format}`;
      const { headers } = await visit(project.host, `${path}?download=1&size=1024`);
      assert.equal(headers['content-disposition'], `attachment; filename="${link.slug}.${format}"`);
      assert.equal((await visit(project.host, path)).headers['content-disposition'], undefined);
    }
  });

  test('fetching one is not counted, and visits with _qr=1 have the source QR', async () => {
    const project = await newProject();
    const link = await newLink(project);
    await visit(project.host, `/${link.slug}/qr.png`);
    await visit(project.host, `/${link.slug}?_qr=1`);
    await project.server.app.ledger.loaded();
    const rows = await project.server.app.db
      .selectFrom('clicks')
      .innerJoin('links', 'links.key', 'clicks.link_key')
      .select('source')
      .where('links.id', '=', link.id)
      .execute();
    assert.deepEqual(rows, [{ source: 1 }]);
  });

  for (const [query, finding] of [
    ['size=12', 'size must be a whole number of pixels from 64 to 2048'],
    ['size=9999', 'size must be a whole number of pixels from 64 to 2048'],
    ['size=1e3', 'size must be'],
    ['margin=-1', 'margin must be a whole number of squares from 0 to 32'],
    ['ecc=X', 'ecc must be L, M, Q or H'],
    ['color=red', 'color must be a colour of 3 or 6 hex digits'],
    ['background=%3Cscript%3E', 'background must be'],
    ['color=fff&background=fff', 'color must be clearly darker than background'],
    ['color=fff&background=000', 'color must be clearly darker than background'],
    ['size=64&margin=32', 'size must be at least'],
    ['size=1&ecc=2', 'ecc must be'],
  ] as const) {
    test(`400 for ${query}: ${finding}`, async () => {
      const project = await newProject();
      const link = await newLink(project);
      const reply = await visit(project.host, `/${link.slug}/qr.svg?${query}`);
      assert.equal(reply.status, 400);
      assert.ok(reply.text.includes(finding), reply.text);
    });
  }

  test('404: an unknown link, or one of another domain', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const link = await newLink(one);
    assert.equal((await visit(one.host, '/no-such/qr.svg')).status, 404);
    assert.equal((await visit(two.host, `/${link.slug}/qr.png`)).status, 404);
    assert.equal((await visit(one.host, `/${link.slug}/qr.gif`)).status, 404);
  });
});

describe('rate limits of QR images', () => {
  const draw = (host: string, port: number, path: string, client: string) =>
    send({ path, port, headers: { host, 'x-forwarded-for': client } });

  test('one client may draw about a hundred at once; cached images, others and redirects are exempt', async () => {
    const server = await startServer({ RATE_LIMITS: 'on' });
    const project = await newProject({}, server);
    const link = await newLink(project);
    const from = (client: string, path: string) => draw(project.host, server.port, path, client);
    /** Once the process may draw again, which a slow machine has to wait for. */
    const drawnFor = async (client: string, query: string) => {
      let reply: Awaited<ReturnType<typeof from>> | undefined;
      await until('the process may draw', async () => {
        reply = await from(client, `/${link.slug}/qr.svg?${query}`);
        return reply.status !== 503;
      });
      return reply!;
    };
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        drawnFor('203.0.113.1', `size=${64 + index}&margin=0`),
      ),
    );
    const drawn = replies.filter(({ status }) => status === 200).length;
    const refused = replies.filter(({ status }) => status === 429);
    assert.equal(drawn + refused.length, 150);
    assert.ok(drawn >= 100 && refused.length > 0, `${drawn} were drawn`);
    assert.equal(refused[0]?.headers['retry-after'], '1');
    assert.equal(refused[0].headers['cache-control'], 'no-store');
    assert.equal((await from('203.0.113.1', `/${link.slug}/qr.svg?size=64&margin=0`)).status, 200);
    assert.equal((await drawnFor('203.0.113.2', 'size=999')).status, 200);
    assert.equal((await from('203.0.113.1', `/${link.slug}`)).status, 302);
  });

  test('all clients together get a tenth of a core; cached images and redirects are exempt', async () => {
    const server = await startServer({ RATE_LIMITS: 'on' });
    const project = await newProject({}, server);
    const link = await newLink(project);
    const from = (client: string, path: string) => draw(project.host, server.port, path, client);
    const first = `/${link.slug}/qr.png?size=2048`;
    assert.equal((await from('203.0.113.1', first)).status, 200);
    let status = 200;
    for (let index = 0; status === 200 && index < 20_000; index += 1) {
      const path = `${first}&color=${(index % 4096).toString(16).padStart(6, '0')}`;
      ({ status } = await from(`198.51.${index >> 8}.${index & 255}`, path));
    }
    assert.equal(status, 503);
    assert.equal((await from('203.0.113.3', first)).status, 200);
    assert.equal((await from('203.0.113.3', `/${link.slug}`)).status, 302);
  });
});

suiteInBrowser('the QR image in Chromium', () => {
  for (const format of ['svg', 'png']) {
    test(`a ${format} decodes with an independent reader`, async () => {
      const project = await newProject();
      const link = await newLink(project);
      await using opened = await openPage({ viewport: { width: 640, height: 640 } });
      await opened.page.goto(`${link.shortUrl}/qr.${format}?size=512&color=1a56db`);
      const shot = await opened.page.screenshot();
      assert.equal(await readQr(shot), `${link.shortUrl}?_qr=1`);
    });
  }
});
