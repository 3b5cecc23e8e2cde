import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findRefused } from '#visits/postgres/createClickTarget.ts';

test('a batch with bad records › each of them is isolated, and all others are stored once', async () => {
  const records = fc.array(fc.record({ isBad: fc.boolean() }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(records, async (batch) => {
      const stored: unknown[] = [];
      const refused = await findRefused(batch, (some) => {
        const isGood = some.every(({ isBad }) => !isBad);
        if (isGood) stored.push(...some);
        return Promise.resolve(isGood);
      });
      assert.deepEqual(
        refused,
        batch.filter(({ isBad }) => isBad),
      );
      assert.deepEqual(
        stored,
        batch.filter(({ isBad }) => !isBad),
      );
    }),
  );
});
