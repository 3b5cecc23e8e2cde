import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  addHistogram,
  createHistogram,
  percentileMs,
  recordLatency,
} from '../src/load/histogram.ts';
import { createRandom } from '../src/load/random.ts';

suite('latency histogram', () => {
  test('percentiles differ from those of the sorted values by at most one bucket', () => {
    const random = createRandom(1);
    const values = Array.from({ length: 10_000 }, () => Math.round(10 ** (random() * 6)));
    const histogram = createHistogram();
    for (const value of values) recordLatency(histogram, value);
    const sorted = values.toSorted((a, b) => a - b);
    for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
      const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      const found = percentileMs(histogram, share) * 1000;
      assert.ok(Math.abs(found - exact) <= exact / 64 + 0.5, `${share}: ${found} for ${exact}`);
    }
  });

  test('adding two histograms gives the histogram of all their values', () => {
    const [one, two, all] = [createHistogram(), createHistogram(), createHistogram()];
    for (let value = 0; value < 3000; value += 7) {
      recordLatency(value % 2 === 0 ? one : two, value);
      recordLatency(all, value);
    }
    addHistogram(one, two);
    assert.deepEqual(one.counts, all.counts);
  });

  test('values beyond the range count as the largest; an empty histogram has percentile 0', () => {
    const histogram = createHistogram();
    assert.equal(percentileMs(histogram, 0.5), 0);
    recordLatency(histogram, 10 ** 12);
    assert.ok(percentileMs(histogram, 0.5) > 130_000);
  });
});
