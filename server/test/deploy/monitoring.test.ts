import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { PRODUCT_ADMIN_TOKEN, startProduct } from '../support/product.ts';
import { send } from '../support/callers/request.ts';

const FOLDER = join(import.meta.dirname, '../../../deploy/monitoring');

/** What Prometheus adds to every series, and what it makes of its own. */
const OWN_LABELS = new Set(['job', 'instance']);
const OWN_SERIES = new Map([['up', new Map<string, Set<string>>()]]);

/** The values of each label, by the name of the series. */
type Exposed = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

interface Selector {
  readonly name: string;
  readonly matchers: {
    readonly label: string;
    readonly operator: string;
    readonly value: string;
  }[];
}

/** The series that an expression reads; throws where Prometheus' own grammar does not accept it. */
function parseExpression(expression: string): Selector[] {
  const selectors: Selector[] = [];
  const textOf = (node: { from: number; to: number }) => expression.slice(node.from, node.to);
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`${expression}: cannot be read at ${node.from}`);
      if (node.name !== 'VectorSelector') return;
      const matchers = node.node.getChildren('LabelMatchers').flatMap((list) =>
        list.getChildren('UnquotedLabelMatcher').map((each) => ({
          label: textOf(each.getChild('LabelName')!),
          operator: textOf(each.getChild('MatchOp')!),
          value: textOf(each.getChild('StringLiteral')!).slice(1, -1),
        })),
      );
      selectors.push({ name: textOf(node.node.getChild('Identifier')!), matchers });
    },
  });
  return selectors;
}

/** Whatever the expression names that no node shows. */
function findUnknown(expression: string, exposed: Exposed): string[] {
  const selectors = parseExpression(expression);
  assert.notEqual(selectors.length, 0, expression);
  return selectors.flatMap(({ name, matchers }) => {
    const labels = exposed.get(name) ?? OWN_SERIES.get(name);
    if (labels === undefined) return [name];
    return matchers
      .filter(({ label }) => !OWN_LABELS.has(label))
      .filter(({ label, operator, value }) => {
        // A status is there once it was answered, a state always.
        const exact = operator === '=' && label === 'state';
        return !labels.has(label) || (exact && !labels.get(label)?.has(value));
      })
      .map(({ label, value }) => `${name}{${label}="${value}"}`);
  });
}

function readMetrics(text: string): Exposed {
  const exposed = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = exposed.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
    exposed.set(name, known);
  }
  return exposed;
}

suite('files for Prometheus and Grafana', () => {
  let exposed: Exposed;
  before(async () => {
    // Of a whole server of its own, with the copy of links that one alert is about.
    const { origin } = await startProduct({ LINK_COPY: 'complete' });
    const port = Number(new URL(origin).port);
    await send({ path: '/nothing', headers: { host: 'go.localhost' }, port });
    await send({ path: '/v1/sdk/links/nothing', headers: { host: 'localhost' }, port });
    const headers = { host: 'localhost', authorization: `Bearer ${PRODUCT_ADMIN_TOKEN}` };
    exposed = readMetrics((await send({ path: '/metrics', headers, port })).text);
  });

  test('every alert reads series that are shown, has a name of its own, a severity and a summary', () => {
    const { groups } = parse(readFileSync(join(FOLDER, 'alerts.yaml'), 'utf8')) as {
      groups: {
        rules: {
          alert: string;
          expr: string;
          for?: string;
          labels: { severity: string };
          annotations: { summary: string };
        }[];
      }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    for (const rule of rules) {
      assert.deepEqual(findUnknown(rule.expr, exposed), [], rule.alert);
      assert.match(rule.for ?? '0m', /^\d+[smh]$/);
      assert.ok(['critical', 'warning'].includes(rule.labels.severity), rule.alert);
      assert.notEqual(rule.annotations.summary, '');
    }
  });

  test('every panel of the dashboard reads series that are shown, from a source that can be chosen', () => {
    const board = JSON.parse(readFileSync(join(FOLDER, 'grafana.json'), 'utf8')) as {
      templating: { list: { name: string }[] };
      panels: {
        id: number;
        title: string;
        datasource: { uid: string };
        gridPos: { x: number; y: number };
        targets: { refId: string; expr: string }[];
      }[];
    };
    const variables = new Set(board.templating.list.map(({ name }) => name));
    const chosen = /\$\{?(\w+)\}?/g;
    const places = board.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    assert.equal(new Set(places).size, places.length);
    assert.equal(new Set(board.panels.map(({ id }) => id)).size, places.length);
    for (const { title, datasource, targets } of board.panels) {
      for (const { expr } of targets) {
        for (const [, name = ''] of `${datasource.uid} ${expr}`.matchAll(chosen)) {
          assert.ok(variables.has(name) || name === '__rate_interval', `${title}: ${name}`);
        }
        const plain = expr.replaceAll('$__rate_interval', '5m').replaceAll(chosen, 'fairlead');
        assert.deepEqual(findUnknown(plain, exposed), [], title);
      }
    }
  });

  test('a series, a state or an expression that is wrong is noticed', () => {
    assert.deepEqual(findUnknown('rate(fairlead_clicks_total[5m])', exposed), [
      'fairlead_clicks_total',
    ]);
    assert.deepEqual(findUnknown('fairlead_journal_alarm{state="late"}', exposed), [
      'fairlead_journal_alarm{state="late"}',
    ]);
    assert.throws(() => parseExpression('sum(rate(up[5m])'), /cannot be read/);
  });
});
