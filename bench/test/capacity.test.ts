import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { ASSUMPTIONS, estimateClicks } from '../src/simulation/capacity.ts';
import { MEASURED_COSTS } from '../src/simulation/costs.ts';
import { renderCapacity } from '../src/simulation/renderCapacity.ts';

suite('capacity', () => {
  test('cores are those of the busiest second, bytes those of all days kept', () => {
    const costs = { ...MEASURED_COSTS, serverMicros: 100, clickBytes: 100 };
    const assumptions = { ...ASSUMPTIONS, peakFactor: 2, maxBusy: 0.5, keptDays: 10 };
    const estimate = estimateClicks(1_000, costs, assumptions);
    assert.ok(Math.abs(estimate.redirectCores - 0.4) < 1e-9);
    assert.equal(estimate.keptRows, 864_000_000);
    assert.equal(estimate.keptBytes, 86_400_000_000);
  });

  test('docs/capacity.md is up to date; otherwise run npm run capacity', () => {
    const page = readFileSync(new URL('../../docs/capacity.md', import.meta.url), 'utf8');
    assert.equal(page, renderCapacity(page));
  });
});
