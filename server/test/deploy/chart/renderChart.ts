import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { endings } from '../../support/run/endings.ts';
import { findProgram, skipWithout } from '../../support/outside/findProgram.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CACHE = join(ROOT, 'node_modules/.cache/fairlead-chart');
/** Where Debian's golang-*-dev packages put sources. */
const SOURCES = '/usr/share/gocode';

/** Why the chart cannot be rendered here; undefined if it can. */
export const cannotRender = skipWithout(
  findProgram('go', 'GO') && existsSync(join(SOURCES, 'src/github.com/Masterminds/sprig')),
  'Go and sprig are not installed (golang-go, golang-github-masterminds-sprig-dev)',
);

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind has its own, which Kubernetes knows
  readonly spec: any;
}

/** The objects that the chart makes of its values and `values`, given whole or as files' paths. */
export function renderChart(chart: string, ...values: readonly (object | string)[]): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-chart-'));
  endings.defer(() => rmSync(folder, { recursive: true, force: true }));
  const files = values.map((each, index) => {
    if (typeof each === 'string') return each;
    const file = join(folder, `${index}.yaml`);
    writeFileSync(file, stringify(each));
    return file;
  });
  const text = execFileSync(buildRenderer(), [chart, ...files], { cwd: ROOT, encoding: 'utf8' });
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    return (document.toJS() as Manifest | null) ?? [];
  });
}

function buildRenderer(): string {
  const source = join(import.meta.dirname, 'render.go');
  const name = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const program = join(CACHE, name);
  if (existsSync(program)) return program;
  mkdirSync(CACHE, { recursive: true });
  const part = `${program}.${process.pid}`;
  execFileSync(findProgram('go', 'GO') ?? 'go', ['build', '-o', part, source], {
    cwd: CACHE,
    env: {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: SOURCES,
      GOCACHE: join(CACHE, 'go'),
      GOFLAGS: '',
    },
    stdio: 'pipe',
  });
  renameSync(part, program);
  return program;
}
