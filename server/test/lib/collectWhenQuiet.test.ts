import { test } from 'node:test';
import { collectWhenQuiet } from '#platform/lib/process/collectWhenQuiet.ts';
import { until } from '../support/until.ts';

/** Some hundred megabytes of small objects, which only a full collection removes. */
const makeGarbage = () => Array.from({ length: 1_000_000 }, (_, number) => ({ number, text: [] }));

test('a quiet process gives back the memory that it no longer needs', async () => {
  using _collector = collectWhenQuiet({ everyMs: 50 });
  const gone = new WeakRef(makeGarbage());
  await until('the garbage is collected', () => gone.deref() === undefined);
});
