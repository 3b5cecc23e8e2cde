/**
 * Makes the files of a release from what is checked out, into `dist/release` or `--into FOLDER`: both packages as npm takes them, the
 * sources, what the server is made of (CycloneDX), and SHA256SUMS of all of them. Publishes nothing.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { into: { type: 'string', default: 'dist/release' } } });
const into = resolve(ROOT, values.into);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

rmSync(into, { recursive: true, force: true });
mkdirSync(into, { recursive: true });
run('npm', 'pack', '--silent', '--workspace', 'sdk', '--pack-destination', into);
run(process.execPath, 'cli/scripts/build.ts');
run('npm', 'pack', '--silent', './cli/dist', '--pack-destination', into);
const prefix = `fairlead-source-${version}`;
const archive = [
  '--format=tar.gz',
  `--prefix=${prefix}/`,
  '--output',
  join(into, `${prefix}.tar.gz`),
];
run('git', 'archive', ...archive, 'HEAD');
writeFileSync(join(into, `fairlead-${version}.cdx.json`), listComponents());
writeFileSync(join(into, 'SHA256SUMS'), sumUp());

interface ComponentList {
  readonly metadata: { readonly component: { name: string } };
  components: Component[];
  dependencies: { readonly ref: string; dependsOn: string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string }[];
}

/**
 * What the server, the dashboard and the command line are made of, from the lock file alone, so that it says the same on every
 * machine. Packages of development are taken out here: npm's own `--omit=dev` also drops what one workspace ships and another
 * only develops with.
 */
function listComponents(): string {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const text = execFileSync('npm', [...args, '--sbom-type=application'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  const list = JSON.parse(text) as ComponentList;
  // npm calls it by the folder of this checkout.
  list.metadata.component.name = 'fairlead';
  const left = new Set<string>();
  list.components = list.components.filter((each) => {
    const development = each.properties?.some(({ name }) => name === 'cdx:npm:package:development');
    if (development) left.add(each['bom-ref']);
    return !development;
  });
  list.dependencies = list.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => !left.has(name)) }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** As `sha256sum --check` reads it. */
function sumUp(): string {
  const lines = readdirSync(into)
    .toSorted()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(into, name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    });
  return lines.join('');
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}
