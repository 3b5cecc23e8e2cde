import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { findProgram } from '../support/findProgram.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CHART = 'deploy/helm/fairlead';
const COMPOSE_FILES = ['compose.yaml', ...globSync('deploy/compose.*.yaml', { cwd: ROOT })];

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Variables that the server reads, as .env.example lists them. */
const variables = new Set(
  [...readText('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
);

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

suite('compose files', () => {
  for (const file of COMPOSE_FILES) {
    const { services, volumes = {} } = parse(readText(file)) as ComposeFile;

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
          .map((port) => port.replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1'))
          .filter((port) => !port.startsWith('127.0.0.1:'))
          .map((port) => `${name} ${port}`),
      );
      assert.deepEqual(
        open.filter((each) => !each.startsWith('caddy ')),
        [],
      );
    });

    test(`${file}: dependencies have health checks, and named volumes are declared`, () => {
      for (const { depends_on = {}, volumes: mounts = [] } of Object.values(services)) {
        for (const [name, { condition }] of Object.entries(depends_on)) {
          assert.equal(condition, 'service_healthy');
          // The app's is in its image.
          assert.ok(name === 'app' || services[name]?.healthcheck !== undefined, name);
        }
        for (const mount of mounts) {
          const [source = ''] = mount.split(':');
          assert.ok(source.startsWith('.') || source in volumes, mount);
        }
      }
    });
  }
});

suite('Docker image', () => {
  const dockerfile = readText('Dockerfile');

  test('every copied source file exists', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, list = '']) => list.split(' '),
    );
    assert.ok(sources.length > 0);
    assert.deepEqual(
      sources.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  test('runs as an ordinary user, listens on all interfaces and has a health check', () => {
    assert.match(dockerfile, /^USER 1000:1000$/m);
    assert.match(dockerfile, /HOST=0\.0\.0\.0/);
    assert.match(dockerfile, /^HEALTHCHECK /m);
  });

  test("copies every workspace's package.json, as npm ci requires", () => {
    const { workspaces } = JSON.parse(readText('package.json')) as { workspaces: string[] };
    for (const workspace of workspaces) {
      assert.match(dockerfile, new RegExp(`^COPY ${workspace}/package\\.json ${workspace}/$`, 'm'));
    }
  });
});

suite('Helm chart', () => {
  const values = parse(readText(`${CHART}/values.yaml`)) as Record<string, unknown>;
  const validate = new Ajv().compile(JSON.parse(readText(`${CHART}/values.schema.json`)) as object);
  const templates = globSync('templates/*', { cwd: join(ROOT, CHART) }).map((name) => ({
    name,
    text: readText(`${CHART}/${name}`),
  }));

  test('the default values fit the schema', () => {
    assert.ok(validate(values), JSON.stringify(validate.errors));
  });

  test('the schema refuses unknown values, a public URL with a path and zero replicas', () => {
    for (const wrong of [{ replica: 2 }, { publicUrl: 'https://a.example/b' }, { replicas: 0 }]) {
      assert.equal(validate({ ...values, ...wrong }), false, JSON.stringify(wrong));
    }
  });

  test('the schema refuses a chart with some of the roles only', () => {
    for (const roles of [{ links: { replicas: 2 } }, { links: {}, api: {}, jobs: {} }]) {
      assert.equal(validate({ ...values, roles }), false, JSON.stringify(roles));
    }
  });

  test('the schema refuses complete copies of links except on link nodes', () => {
    const each = { replicas: 1 };
    for (const roles of [{}, { links: each, api: each, jobs: each }]) {
      const wrong = { ...values, roles, linkCopy: 'complete' };
      assert.equal(validate(wrong), false, JSON.stringify(roles));
    }
  });

  test('each step of the scaling guide has values that fit the schema', () => {
    const guide = readText('docs/scaling.md');
    const steps = globSync(`${CHART}/steps/*.yaml`, { cwd: ROOT }).toSorted();
    const headings = [...guide.matchAll(/^## (\d)\. /gm)].map(([, number]) => number);
    assert.deepEqual(
      steps.map((path) => /steps\/(\d)-/.exec(path)?.[1]),
      headings,
    );
    for (const path of steps) {
      assert.ok(guide.includes(path), path);
      const step = { ...values, ...(parse(readText(path)) as object) };
      assert.ok(validate(step), `${path}: ${JSON.stringify(validate.errors)}`);
    }
  });

  test('templates use only values that exist', () => {
    for (const { name, text } of templates) {
      for (const [path, inner = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
        const found = inner
          .split('.')
          .reduce<unknown>(
            (value, key) => (value as Record<string, unknown> | undefined)?.[key],
            values,
          );
        assert.notEqual(found, undefined, `${name}: ${path}`);
      }
    }
  });

  test('template blocks are balanced', () => {
    for (const { name, text } of templates) {
      const opened = text.match(/\{\{-? ?(?:if|range|with|define)\b/g)?.length ?? 0;
      const closed = text.match(/\{\{-? ?end\b/g)?.length ?? 0;
      assert.equal(opened, closed, name);
    }
  });

  test('the variables are ones that the server reads', () => {
    const text = templates.map((template) => template.text).join('\n');
    const named = [
      ...text.matchAll(/\{ name: ([A-Z_]+), value/g),
      ...text.matchAll(/^ {2}([A-Z_]+): \{\{/gm),
    ];
    assert.ok(named.length >= 5);
    assert.deepEqual(
      named.map(([, name = '']) => name).filter((name) => !variables.has(name)),
      [],
    );
  });
});

suite('systemd unit', () => {
  const unit = readText('deploy/systemd/fairlead.service');

  test('the started script exists', () => {
    const [, script = ''] = /^ExecStart=\S+ (\S+) serve$/m.exec(unit) ?? [];
    assert.ok(existsSync(join(ROOT, script)), script);
  });

  test('allows for draining on stop and runs unprivileged', () => {
    assert.match(unit, /^TimeoutStopSec=90$/m);
    assert.match(unit, /^NoNewPrivileges=yes$/m);
    assert.match(unit, /^User=fairlead$/m);
  });
});

suite('nightly backup unit', () => {
  const unit = readText('deploy/systemd/fairlead-backup.service');
  const server = readText('deploy/systemd/fairlead.service');

  test('has the user, settings and data of the service', () => {
    for (const name of ['User', 'WorkingDirectory', 'EnvironmentFile', 'Environment']) {
      const [line = ''] = new RegExp(`^${name}=.+$`, 'm').exec(server) ?? [];
      assert.notEqual(line, '');
      assert.ok(unit.split('\n').includes(line), line);
    }
  });

  test('the started script exists, and the guide enables its timer', () => {
    const [, script = ''] = /^ExecStart=.*\/node (\S+) backup /m.exec(unit) ?? [];
    assert.ok(existsSync(join(ROOT, script)), script);
    assert.ok(existsSync(join(ROOT, 'deploy/systemd/fairlead-backup.timer')));
    assert.match(
      readText('docs/deployment.md'),
      /^systemctl enable --now fairlead-backup\.timer$/m,
    );
  });
});

suite('Caddyfile', () => {
  const caddy = findProgram('caddy', 'CADDY');

  for (const email of [undefined, 'you@example.com']) {
    test(
      `gets certificates ${email === undefined ? 'without an email' : 'with ACME_EMAIL'} and retries during restarts`,
      { skip: caddy === undefined && 'Caddy is not installed' },
      () => {
        const adapted = execFileSync(
          caddy ?? '',
          ['adapt', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile'],
          { cwd: ROOT, encoding: 'utf8', stdio: 'pipe', env: { ACME_EMAIL: email } },
        );
        const issuers = [...adapted.matchAll(/"email":"([^"]*)"/g)].map(([, to]) => to);
        assert.deepEqual([...new Set(issuers)], email === undefined ? [] : [email]);
        assert.match(adapted, /"http:\/\/127\.0\.0\.1:3000\/internal\/tls-ask"/);
        assert.match(adapted, /"try_duration":30000000000/);
      },
    );
  }
});

suite('Caddyfile of several nodes', () => {
  const caddy = findProgram('caddy', 'CADDY');

  test(
    'sends the public host to API nodes and every other host to link nodes',
    { skip: caddy === undefined && 'Caddy is not installed' },
    () => {
      const adapted = execFileSync(
        caddy ?? '',
        ['adapt', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile.nodes'],
        {
          cwd: ROOT,
          encoding: 'utf8',
          stdio: 'pipe',
          env: { PUBLIC_HOST: 'public.example', API_NODES: 'a:1 b:2', LINK_NODES: 'c:3 d:4' },
        },
      );
      const [toApi = '', toLinks = ''] = adapted.split('"terminal":true');
      assert.match(toApi, /"host":\["public\.example"\]/);
      assert.match(toApi, /"uri":"\/health".*\{"dial":"a:1"\},\{"dial":"b:2"\}/);
      assert.match(toLinks, /\{"dial":"c:3"\},\{"dial":"d:4"\}/);
      assert.doesNotMatch(toLinks, /"host"|"uri":"\/health"/);
    },
  );
});

suite('the deployment guide', () => {
  test('the Debian steps are the ones that deploy/prove/deploy.sh runs', () => {
    const [, section = ''] =
      /^## A Debian server with systemd and Caddy\n([^]*?)^## /m.exec(
        readText('docs/deployment.md'),
      ) ?? [];
    const blocks = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, lines]) => lines);
    assert.equal(blocks.length, 8);
    const listed = execFileSync('bash', ['deploy/prove/deploy.sh', '--list'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    assert.equal(listed, blocks.map((lines) => `${lines}%%\n`).join(''));
    const played = readText('deploy/prove/deploy.sh') + readText('deploy/prove/afterInstall.sh');
    for (const index of blocks.keys()) {
      assert.match(played, new RegExp(`(play|step) 0${index + 1}\\.sh`), `step ${index + 1}`);
    }
  });

  test('copied files exist, and settings are ones that the server reads', () => {
    const text = readText('docs/deployment.md');
    const copied = [
      ...text.matchAll(/^(?:cp|install --mode=755) (?:\/opt\/fairlead\/deploy\/)?(\S+) \//gm),
    ];
    assert.equal(copied.length, 4);
    for (const [, path = ''] of copied) {
      assert.notDeepEqual(globSync(path, { cwd: join(ROOT, 'deploy') }), [], path);
    }
    const [, settings = ''] = /<<'SETTINGS'\n([^]*?)SETTINGS$/m.exec(text) ?? [];
    const named = [...settings.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
    assert.equal(named.length, 5);
    assert.deepEqual(
      named.filter((name) => !variables.has(name)),
      [],
    );
  });
});

suite('GitHub workflow and issue forms', () => {
  test('CI runs .ci/run on Debian bookworm', () => {
    const { jobs } = parse(readText('.github/workflows/ci.yml')) as {
      jobs: Record<string, { container: string; steps: { run?: string }[] }>;
    };
    const { container = '', steps = [] } = jobs['test'] ?? {};
    assert.match(container, /^node:\d+-bookworm$/);
    assert.ok(steps.some(({ run }) => run === './.ci/run'));
    assert.ok(existsSync(join(ROOT, '.ci/run')));
  });

  test('issue forms are valid YAML and ask for steps and version', () => {
    for (const file of globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT })) {
      assert.equal(typeof parse(readText(file)), 'object', file);
    }
    const { body } = parse(readText('.github/ISSUE_TEMPLATE/bug.yml')) as {
      body: { id?: string }[];
    };
    const ids = new Set(body.flatMap(({ id }) => id ?? []));
    for (const id of ['happened', 'steps', 'version']) assert.ok(ids.has(id), id);
  });
});
