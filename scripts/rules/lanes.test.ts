import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PARTS } from '../../server/test/support/run/lanes.ts';

const ROOT = join(import.meta.dirname, '../..');

// What is renamed must not leave its part in silence.
test('every place that a part of the outside lane names has files', () => {
  const places = PARTS.flatMap(({ name, tests, proves }) =>
    [...tests, ...proves].flatMap(expand).map((place) => ({ name, place })),
  );
  assert.deepEqual(
    places.filter(({ place }) => globSync(place, { cwd: ROOT }).length === 0),
    [],
  );
});

/** Each alternative of `{a,b}`. */
function expand(place: string): string[] {
  const [, before = '', alternatives, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(place) ?? [];
  if (alternatives === undefined) return [place];
  return alternatives.split(',').flatMap((each) => expand(before + each + after));
}
