import { listDue, PARTS } from './lanes.ts';

/** `node listPackages.ts [--all]`: Debian's packages that the tests of a run with `--due` need, or with `--all`. */
const parts = process.argv.includes('--all') ? PARTS : listDue().map(({ part }) => part);
const packages = [
  'chromium-headless-shell',
  'pgbouncer',
  ...parts.flatMap((part) => part.packages ?? []),
];
process.stdout.write(`${[...new Set(packages)].join(' ')}\n`);
