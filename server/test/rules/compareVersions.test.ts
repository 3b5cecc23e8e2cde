import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { compareVersions } from '#platform/lib/compareVersions.ts';

/** From old to new; those of one line are the same version. */
const IN_ORDER = [
  ['REL'],
  ['', 'v'],
  ['0', 'v0.0'],
  ['9'],
  ['17.4-beta', '17.4 beta', '17.4beta'],
  ['17.4', 'v17.4', '17.4.0', '17.4 (21E219)', '17.4+5'],
  ['17.4.0.1'],
  ['17.10-rc.2'],
  ['17.10-rc.10'],
  ['17.10'],
  ['26', '26.0', '026'],
  ['20260101120000'],
];

const version = fc
  .tuple(
    fc.array(fc.nat({ max: 3 }), { maxLength: 4 }),
    fc.constantFrom('', '-a', '-a.1', '-2', '-10', 'b2', '.', ' (7)', '+7'),
  )
  .map(([numbers, suffix]) => numbers.join('.') + suffix);

suite('order of versions', () => {
  test('numbers count by value, missing ones as zero, and a suffix comes before the release', () => {
    const all = IN_ORDER.flatMap((own, place) => own.map((text) => ({ text, place })));
    for (const one of all) {
      for (const other of all) {
        const order = Math.sign(compareVersions(one.text, other.text));
        assert.equal(order, Math.sign(one.place - other.place), `${one.text}, ${other.text}`);
      }
    }
  });

  test('it is an order: the same from both sides, and without circles', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        assert.equal(Math.sign(compareVersions(a, b)), 0 - Math.sign(compareVersions(b, a)));
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) {
          assert.ok(compareVersions(a, c) <= 0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('any text can be compared', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        assert.ok(Number.isFinite(compareVersions(a, b)));
      }),
    );
  });
});
