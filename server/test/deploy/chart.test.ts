import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { cannotRender, type Manifest, renderChart } from './chart/renderChart.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CHART = 'deploy/helm/fairlead';
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What whoever installs has to name. */
const NAMED = {
  image: { repository: 'registry.example.com/fairlead' },
  trustProxy: '10.42.7.0/24',
};
const STEPS = globSync(`${CHART}/steps/*.yaml`, { cwd: ROOT }).toSorted();

suite("the Helm chart's values", () => {
  const defaults = parse(readText(`${CHART}/values.yaml`)) as Record<string, unknown>;
  const values = { ...defaults, ...NAMED };
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(readText(`${CHART}/values.schema.json`)) as object,
  );
  const each = { replicas: 1 };

  test('fit the schema once image and trusted proxies are named, also in each step of scaling', () => {
    assert.ok(validate(values), JSON.stringify(validate.errors));
    for (const path of STEPS) {
      const step = { ...values, ...(parse(readText(path)) as object) };
      assert.ok(validate(step), `${path}: ${JSON.stringify(validate.errors)}`);
    }
  });

  for (const [title, wrong] of Object.entries({
    'no image': { image: defaults['image'] },
    'no trusted proxies': { trustProxy: defaults['trustProxy'] },
    'an image by half a digest': { image: { ...NAMED.image, digest: 'sha256:12' } },
    'a network policy that lets everyone in': { networkPolicy: { enabled: true, from: [] } },
    'an unknown value': { replica: 2 },
    'a public URL with a path': { publicUrl: 'https://a.example/b' },
    'zero replicas': { replicas: 0 },
    'links as one of several roles': { roles: { links: { replicas: 2 } } },
    'a role without replicas': { roles: { links: {}, api: {}, jobs: {} } },
    'complete copies of links on nodes with all roles': { roles: {}, linkCopy: 'complete' },
    'complete copies of links beside other roles': {
      roles: { links: each, api: each, jobs: each },
      linkCopy: 'complete',
    },
  })) {
    test(`${title}: the schema refuses it`, () => {
      assert.equal(validate({ ...values, ...wrong }), false);
    });
  }
});

suite('the rendered Helm chart', { skip: cannotRender }, () => {
  const find = (manifests: Manifest[], kind: string) =>
    manifests.filter((manifest) => manifest.kind === kind);
  const container = (manifest: Manifest) => manifest.spec.template.spec.containers[0];
  const database = { database: { existingSecret: 'fairlead-database' } };
  const roles = { links: { replicas: 2 }, api: { replicas: 1 }, jobs: { replicas: 1 } };

  for (const path of STEPS) {
    test(`${path}: objects have names of their own, and pods are selected by their labels`, () => {
      const manifests = renderChart(CHART, NAMED, database, path);
      const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
      assert.deepEqual([...new Set(names)], names);
      const pods = find(manifests, 'StatefulSet').map(({ spec }) => spec.template.metadata.labels);
      const selectors = manifests.flatMap(({ kind, spec }) =>
        kind === 'Service' ? [spec.selector] : (spec?.selector?.matchLabels ?? []),
      ) as Record<string, string>[];
      assert.ok(selectors.length >= 3);
      for (const selector of selectors) {
        const fits = (labels: Record<string, string>) =>
          Object.entries(selector).every(([name, value]) => labels[name] === value);
        assert.ok(pods.some(fits) || path.includes('6-region'), JSON.stringify(selector));
      }
    });
  }

  test('pods get only variables that the server reads', () => {
    const known = new Set(
      [...readText('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name),
    );
    const manifests = renderChart(CHART, NAMED, database, {
      roles,
      linkDomain: 'go.example.com',
      adminEmail: 'ada@example.com',
    });
    const given = find(manifests, 'StatefulSet').flatMap((each) =>
      container(each).env.map(({ name }: { name: string }) => name),
    ) as string[];
    assert.ok(given.includes('ROLES') && given.includes('LINK_DOMAIN'));
    assert.deepEqual(
      given.filter((name) => !known.has(name)),
      [],
    );
  });

  test('only the named network is trusted, and only the named peers may call the pods', () => {
    const from = [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } },
    ];
    const manifests = renderChart(CHART, NAMED, { networkPolicy: { enabled: true, from } });
    const [pods] = find(manifests, 'StatefulSet');
    const { value } = container(pods!).env.find(
      ({ name }: { name: string }) => name === 'TRUST_PROXY',
    );
    assert.equal(value, NAMED.trustProxy);
    const [policy] = find(manifests, 'NetworkPolicy');
    assert.deepEqual(policy?.spec.policyTypes, ['Ingress']);
    assert.deepEqual(policy?.spec.ingress, [{ from, ports: [{ port: 'http' }] }]);
    const labels = pods!.spec.template.metadata.labels;
    for (const [name, label] of Object.entries(policy?.spec.podSelector.matchLabels)) {
      assert.equal(labels[name], label);
    }
    assert.equal(container(pods!).ports[0].name, 'http');
    assert.deepEqual(find(renderChart(CHART, NAMED), 'NetworkPolicy'), []);
  });

  test('a digest names the image, whatever its tag means', () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const [pods] = find(
      renderChart(CHART, NAMED, { image: { digest, tag: '1.2.3' } }),
      'StatefulSet',
    );
    assert.equal(container(pods!).image, `registry.example.com/fairlead:1.2.3@${digest}`);
  });

  test('pods that answer links are ready without the database, those of the API are not', () => {
    const paths = (manifests: Manifest[]) =>
      Object.fromEntries(
        find(manifests, 'StatefulSet').map((each) => {
          const { readinessProbe, startupProbe } = container(each);
          assert.equal(startupProbe.httpGet.path, readinessProbe.httpGet.path);
          return [each.metadata.name, readinessProbe.httpGet.path];
        }),
      );
    assert.deepEqual(paths(renderChart(CHART, NAMED)), { fairlead: '/ready' });
    assert.deepEqual(paths(renderChart(CHART, NAMED, database, { roles })), {
      'fairlead-api': '/health',
      'fairlead-jobs': '/health',
      'fairlead-links': '/ready',
    });
  });

  test('several pods without an outside database are refused', () => {
    assert.throws(() => renderChart(CHART, NAMED, { replicas: 2 }), /outside database/);
  });
});
