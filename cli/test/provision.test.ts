import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { startFakeServer } from './fakeServer.ts';
import { runFairlead } from './runFairlead.ts';

const PROVISIONED = {
  projectId: '0190b0c0-0000-7000-8000-000000000001',
  plan: 'pro',
  appKey: 'fl_live_abc',
  domain: 'go.example.com',
  linkOrigin: 'https://go.example.com',
  baseUrl: 'https://links.example.com',
  userEmail: 'owner@example.com',
  userPassword: 'correct horse',
  sessionToken: 'a.b.c',
};

/** With no more than has to be said. */
function provisionShop(server: string, ...more: readonly string[]) {
  return runFairlead(['provision', '--name', 'Shop', '--token', 't', '--server', server, ...more]);
}

suite('provision', () => {
  test('sends every option in the body, authorised by the admin token', async () => {
    await using server = await startFakeServer(201, JSON.stringify(PROVISIONED));
    const options = {
      '--name': 'Shop',
      '--plan': 'pro',
      '--domain': 'go.example.com',
      '--default-url': 'https://example.com/',
      '--email': 'owner@example.com',
      '--ios-team': 'ABCDE12345',
      '--ios-bundle': 'com.example.app',
      '--ios-scheme': 'shop',
      '--ios-store-id': '123456789',
      '--android-package': 'com.example.app',
      '--android-scheme': 'shopa',
    };
    const { status } = await runFairlead(
      [
        'provision',
        ...Object.entries(options).flat(),
        '--android-sha256',
        'AA:BB',
        '--android-sha256=CC:DD',
      ],
      { FAIRLEAD_SERVER: server.url, ADMIN_TOKEN: 'secret-token' },
    );
    assert.equal(status, 0);
    assert.deepEqual(server.seen, [
      {
        method: 'POST',
        url: '/api/v1/admin/provision',
        authorization: 'Bearer secret-token',
        client: 'fairlead-cli',
        body: {
          name: 'Shop',
          plan: 'pro',
          domain: 'go.example.com',
          userEmail: 'owner@example.com',
          defaultUrl: 'https://example.com/',
          ios: {
            teamId: 'ABCDE12345',
            bundleId: 'com.example.app',
            scheme: 'shop',
            storeId: '123456789',
          },
          android: {
            packageName: 'com.example.app',
            sha256Fingerprints: ['AA:BB', 'CC:DD'],
            scheme: 'shopa',
          },
        },
      },
    ]);
  });

  test('sends only the given options, so that the server chooses the plan', async () => {
    await using server = await startFakeServer(201, JSON.stringify(PROVISIONED));
    await provisionShop(`${server.url}/`);
    assert.deepEqual(server.seen[0]?.body, { name: 'Shop' });
    assert.equal(server.seen[0]?.url, '/api/v1/admin/provision');
  });

  test('--json prints the object, with null where there is no domain', async () => {
    const { domain: _, linkOrigin: __, ...withoutDomain } = PROVISIONED;
    await using server = await startFakeServer(
      201,
      JSON.stringify({ ...withoutDomain, somethingNew: 1 }),
    );
    const { out } = await provisionShop(server.url, '--json');
    assert.deepEqual(JSON.parse(out), { ...PROVISIONED, domain: null, linkOrigin: null });
    assert.equal(out.trimEnd().split('\n').length, 1);
  });

  test('without --json prints every value', async () => {
    await using server = await startFakeServer(201, JSON.stringify(PROVISIONED));
    const { out } = await provisionShop(server.url);
    for (const value of Object.values(PROVISIONED)) assert.ok(out.includes(value), value);
  });

  test("finds the token in the server's data folder, relative to the repository", async () => {
    const repository = await mkdtemp(join(tmpdir(), 'fairlead-cli-'));
    try {
      for (const folder of ['data', 'other']) {
        await mkdir(join(repository, folder));
        await writeFile(join(repository, folder, 'admin-token'), `token of ${folder}\n`);
      }
      await using server = await startFakeServer(201, JSON.stringify(PROVISIONED));
      const argv = ['provision', '--name', 'Shop', '--server', server.url];
      await runFairlead(argv, {}, repository);
      await runFairlead(argv, { DATA_DIR: './other' }, repository);
      assert.deepEqual(
        server.seen.map(({ authorization }) => authorization),
        ['Bearer token of data', 'Bearer token of other'],
      );
    } finally {
      await rm(repository, { recursive: true });
    }
  });

  test('without a token exits with status 4 and lists the ways to give one', async () => {
    const { status, err } = await runFairlead(['provision', '--name', 'Shop']);
    assert.equal(status, 4);
    assert.match(err, /--token.*ADMIN_TOKEN.*DATA_DIR/);
  });

  test('prints each message of a refusal and exits with status 1', async () => {
    const errors = [
      { field: 'name', code: 'too_long', message: 'name: too long', pointer: '/name' },
      { field: 'plan', code: 'unknown', message: 'plan: unknown', pointer: '/plan' },
    ];
    const answer = { status: 400, detail: 'name: too long; plan: unknown', code: 'X', errors };
    await using server = await startFakeServer(400, JSON.stringify(answer));
    const { status, out, err } = await provisionShop(server.url, '--json');
    const error = 'name: too long\nplan: unknown';
    assert.deepEqual([status, err], [1, `${error}\n`]);
    assert.deepEqual(JSON.parse(out), { error, exitStatus: 1 });
  });

  test('names the source of a refused token', async () => {
    const answer = { statusCode: 401, message: 'Invalid admin token', error: 'UNAUTHORIZED' };
    await using server = await startFakeServer(401, JSON.stringify(answer));
    const argv = ['provision', '--name', 'Shop', '--server', server.url];
    const { status, err } = await runFairlead(argv, { ADMIN_TOKEN: 'stale' });
    assert.equal(status, 4);
    assert.equal(err, 'Invalid admin token\nThe admin token came from ADMIN_TOKEN.\n');
  });

  test('exits with status 1 when no server listens, naming the URL and how to start one', async () => {
    const server = await startFakeServer(200, '{}');
    const { port } = new URL(server.url);
    await server[Symbol.asyncDispose]();
    const { status, err } = await runFairlead(['provision', '--name', 'S', '--token', 't'], {
      PORT: port,
    });
    assert.equal(status, 1);
    assert.match(err, new RegExp(`http://localhost:${port} \\(ECONNREFUSED\\).*npm start`));
  });

  test('exits with status 1 when another program answers, and asks whether it is Fairlead', async () => {
    await using server = await startFakeServer(200, '<html></html>', {
      'Content-Type': 'text/html',
    });
    const { status, err } = await provisionShop(server.url);
    assert.equal(status, 1);
    assert.match(err, /is this a Fairlead server\?/);
  });
});
