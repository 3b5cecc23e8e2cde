import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newProject, type TestProject } from '../support/callers/personas.ts';
import { visit } from '../support/callers/request.ts';
import { FINGERPRINT, newPhoneProject } from './phoneProject.ts';

const APPLE = ['/.well-known/apple-app-site-association', '/apple-app-site-association'];
const ANDROID = '/.well-known/assetlinks.json';

interface AppleFile {
  readonly applinks: {
    readonly details: readonly {
      readonly appID: string;
      readonly appIDs: readonly string[];
      readonly components: readonly {
        readonly '/': string;
        readonly '?'?: Record<string, string>;
        readonly exclude?: boolean;
      }[];
    }[];
  };
}

async function readFile(host: string, path: string): Promise<unknown> {
  const reply = await visit(host, path);
  assert.equal(reply.status, 200, path);
  assert.equal(reply.headers['content-type'], 'application/json');
  assert.equal(reply.headers.location, undefined);
  assert.match(String(reply.headers['cache-control']), /^public, max-age=/);
  return JSON.parse(reply.text);
}

async function readApple(host: string, path = APPLE[0]!): Promise<AppleFile> {
  return (await readFile(host, path)) as AppleFile;
}

/** Whether iOS opens the app for a path: the first component that matches decides. */
function opensApp(file: AppleFile, path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'https://go.example.com');
  const found = file.applinks.details[0]?.components.find((component) => {
    const pattern = component['/'].replaceAll(/[.+^$()|[\]{}]/g, String.raw`\$&`);
    const pathMatches = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(pathname);
    const asked = Object.entries(component['?'] ?? {});
    return pathMatches && asked.every(([key, value]) => searchParams.get(key) === value);
  });
  return found !== undefined && found.exclude !== true;
}

describe('association files', () => {
  test('Apple: the file names the app in both formats, at both paths', async () => {
    const project = await newPhoneProject();
    for (const path of APPLE) {
      const [details] = (await readApple(project.host, path)).applinks.details;
      assert.equal(details?.appID, 'TEAM123456.com.example.books');
      assert.deepEqual(details?.appIDs, ['TEAM123456.com.example.books']);
    }
  });

  for (const [path, opens] of [
    ['/summer', true],
    ['/d/summer', true],
    ['/summer?ulhop=1&_lc=x', true],
    ['/summer?utm_source=debug', true],
    ['/.well-known/apple-app-site-association', false],
    ['/apple-app-site-association', false],
    ['/summer/qr.svg', false],
    ['/summer/qr.png', false],
    ['/_s/token', false],
    ['/summer?_nodl=1', false],
    ['/summer?a=b&debug=1', false],
  ] as const) {
    test(`Apple: ${path} ${opens ? 'opens the app' : 'stays in the browser'}`, async () => {
      const project = await newPhoneProject();
      assert.equal(opensApp(await readApple(project.host), path), opens);
    });
  }

  test('Android: the file has relation, package and upper-case fingerprints with colons', async () => {
    const project = await newPhoneProject();
    assert.deepEqual(await readFile(project.host, ANDROID), [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.books',
          sha256_cert_fingerprints: [FINGERPRINT],
        },
        relation_extensions: {
          'delegate_permission/common.handle_all_urls': {
            dynamic_app_link_components: (await readApple(project.host)).applinks.details[0]
              ?.components,
          },
        },
      },
    ]);
  });

  // https://developer.android.com/training/app-links/configure-assetlinks: where a field is malformed or empty, Android
  // discards all rules; where none matches, the link does not open the app.
  test("Android: the dynamic rules follow Google's grammar, and end with one for every link", async () => {
    const project = await newPhoneProject();
    const [statement] = (await readFile(project.host, ANDROID)) as [
      { relation_extensions: Record<string, { dynamic_app_link_components: object[] }> },
    ];
    const sets = Object.values(statement.relation_extensions);
    assert.equal(sets.length, 1);
    const rules = sets[0]!.dynamic_app_link_components;
    for (const rule of rules) {
      for (const [key, value] of Object.entries(rule)) {
        const pairs = key === '?' ? Object.entries(value as object).flat() : [value];
        if (key === 'exclude') assert.equal(typeof value, 'boolean');
        else
          assert.ok(
            pairs.every((text) => typeof text === 'string' && text !== ''),
            key,
          );
        assert.ok(['/', '#', '?', 'exclude'].includes(key), key);
      }
    }
    assert.deepEqual(rules.at(-1), { '/': '*' });
  });

  test('both files are valid and empty if the app is not or only partly configured', async () => {
    for (const input of [
      {},
      { ios: { teamId: 'TEAM123456' } },
      { android: { packageName: 'com.example.books' } },
    ]) {
      const project = await newProject(input);
      assert.deepEqual(await readFile(project.host, APPLE[0]!), {
        applinks: { apps: [], details: [] },
      });
      assert.deepEqual(await readFile(project.host, ANDROID), []);
    }
  });

  test('an unknown host has none', async () => {
    assert.equal((await visit('nobody.test', ANDROID)).status, 404);
  });

  test("concurrent requests never get another domain's file", async () => {
    const projects: TestProject[] = [];
    for (let number = 0; number < 6; number += 1) {
      projects.push(
        await newPhoneProject({
          ios: { teamId: 'TEAM123456', bundleId: `com.example.app${number}` },
          android: {
            packageName: `com.example.app${number}`,
            sha256Fingerprints: [`0${number}`.repeat(32)],
          },
        }),
      );
    }
    const asked = Array.from({ length: 300 }, (_, turn) => turn % projects.length);
    await Promise.all(
      asked.map(async (number, turn) => {
        const path = turn % 2 === 0 ? APPLE[turn % 4 === 0 ? 0 : 1]! : ANDROID;
        const text = JSON.stringify(await readFile(projects[number]!.host, path));
        assert.deepEqual(
          new Set(text.match(/com\.example\.app\d/g)),
          new Set([`com.example.app${number}`]),
        );
      }),
    );
  });

  test('a change of the app settings is served at once', async () => {
    const project = await newPhoneProject();
    await readApple(project.host);
    const { app } = project.server;
    await app.db
      .updateTable('projects')
      .set({ ios_bundle_id: 'com.example.renamed' })
      .where('id', '=', project.project.id)
      .execute();
    app.lookups.invalidateAll();
    const [details] = (await readApple(project.host)).applinks.details;
    assert.equal(details?.appID, 'TEAM123456.com.example.renamed');
  });
});
