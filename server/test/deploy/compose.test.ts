import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../../..');
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const COMPOSE_FILES = ['compose.yaml', ...globSync('deploy/compose.*.yaml', { cwd: ROOT })];
const DIGEST = /@sha256:[0-9a-f]{64}$/;

/** Variables that the server reads, as .env.example lists them. */
const variables = new Set(
  [...readText('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
);

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly configs?: Readonly<Record<string, { readonly content: string }>>;
}

const readCompose = (path: string) => parse(readText(path)) as ComposeFile;

/** As Compose reads a text: `${NAME:-default}` without that variable, and `$$` as `$`. */
function interpolate(text: string): string {
  return text.replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1').replaceAll('$$', '$');
}

suite('compose files', () => {
  for (const file of COMPOSE_FILES) {
    const { services, volumes = {}, configs = {} } = readCompose(file);

    test(`${file}: the app gets only variables that the server reads`, () => {
      const named = Object.keys(services['app']?.environment ?? {});
      assert.deepEqual(
        named.filter((name) => !variables.has(name)),
        [],
      );
    });

    test(`${file}: the app has a read-only root, no capabilities, and its data on a volume`, () => {
      const app = services['app'];
      assert.equal(app?.read_only, true);
      assert.deepEqual(app.cap_drop, ['ALL']);
      assert.ok(app.volumes?.includes('data:/data'));
    });

    test(`${file}: only the HTTPS proxy listens beyond localhost`, () => {
      const open = Object.entries(services).flatMap(([name, { ports = [] }]) =>
        ports
          .map(interpolate)
          .filter((port) => !port.startsWith('127.0.0.1:'))
          .map((port) => `${name} ${port}`),
      );
      assert.deepEqual(
        open.filter((each) => !each.startsWith('caddy ')),
        [],
      );
    });

    test(`${file}: dependencies have health checks, and what is mounted is declared`, () => {
      for (const { depends_on = {}, volumes: mounts = [], ...rest } of Object.values(services)) {
        for (const [name, { condition }] of Object.entries(depends_on)) {
          assert.equal(condition, 'service_healthy');
          // The app's is in its image.
          assert.ok(name === 'app' || services[name]?.healthcheck !== undefined, name);
        }
        for (const mount of mounts) assert.ok((mount.split(':')[0] ?? '') in volumes, mount);
        for (const { source } of rest.configs ?? []) assert.ok(source in configs, source);
      }
    });

    test(`${file}: images of others are named by digest, ours is made here unless another is given`, () => {
      for (const [name, { image }] of Object.entries(services)) {
        if (name !== 'app') assert.match(image, DIGEST, name);
      }
      assert.match(services['app']?.image ?? '', /^\$\{FAIRLEAD_IMAGE:-localhost\/fairlead:/);
    });
  }

  test('compose.caddy.yaml needs no other file, and its Caddyfile is the one of deploy/caddy', () => {
    const { services, configs = {} } = readCompose('deploy/compose.caddy.yaml');
    assert.deepEqual(
      Object.values(services).filter(({ build }) => build !== undefined),
      [],
    );
    assert.equal(interpolate(configs['caddyfile']!.content), readText('deploy/caddy/Caddyfile'));
  });

  test('a node of several is asked whether it is ready, which needs no database', () => {
    const { services } = readCompose('deploy/compose.node.yaml');
    assert.match(services['app']?.healthcheck?.test.join(' ') ?? '', /:3000\/ready'/);
  });
});
