import type { Benchmark } from './benchmark.ts';

/** The help of the given benchmarks, with the options that all of them take. */
export function renderHelp(benchmarks: readonly Benchmark[]): string {
  const lines = ['npm run --silent bench -- NAME [--seconds N] [--json]', ''];
  for (const benchmark of benchmarks) {
    lines.push(`${benchmark.name}: ${benchmark.description}`);
    lines.push(`  --seconds N  ${benchmark.seconds.help} (default ${benchmark.seconds.default})`);
    for (const [name, option] of Object.entries(benchmark.options)) {
      const placeholder = option.kind === 'count' ? 'N' : 'TEXT';
      const fallback = option.default === undefined ? '' : ` (default ${option.default})`;
      lines.push(`  --${name} ${placeholder}  ${option.help}${fallback}`);
    }
  }
  lines.push('', '--json prints one object on standard output; progress goes to standard error.');
  return `${lines.join('\n')}\n`;
}
