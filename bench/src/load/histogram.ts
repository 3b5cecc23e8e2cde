/**
 * Latencies in microseconds, in buckets of at most 1.6 % width, so that rounds can be added up
 * and handed from process to process; 2^27 µs (two minutes) is the most it tells apart.
 */
export interface Histogram {
  readonly counts: Uint32Array;
}

const SUB_BUCKETS = 64;
const LARGEST = 2 ** 27 - 1;

export function createHistogram(): Histogram {
  return { counts: new Uint32Array(bucketOf(LARGEST) + 1) };
}

export function recordLatency(histogram: Histogram, micros: number): void {
  const bucket = bucketOf(Math.min(LARGEST, Math.max(0, Math.round(micros))));
  histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
}

export function addHistogram(into: Histogram, from: Histogram): void {
  for (let bucket = 0; bucket < into.counts.length; bucket += 1) {
    into.counts[bucket] = (into.counts[bucket] ?? 0) + (from.counts[bucket] ?? 0);
  }
}

/** The latency in milliseconds that `share` (0 to 1) of the answers did not exceed; 0 when there are none. */
export function percentileMs(histogram: Histogram, share: number): number {
  let total = 0;
  for (const count of histogram.counts) total += count;
  const wanted = Math.ceil(total * share);
  let seen = 0;
  for (const [bucket, count] of histogram.counts.entries()) {
    seen += count;
    if (count > 0 && seen >= wanted) return middleOf(bucket) / 1000;
  }
  return 0;
}

/** Exact below 128 µs; above, each power of two has 64 buckets. */
function bucketOf(micros: number): number {
  if (micros < 2 * SUB_BUCKETS) return micros;
  const shift = 31 - Math.clz32(micros) - 6;
  return shift * SUB_BUCKETS + (micros >>> shift);
}

function middleOf(bucket: number): number {
  if (bucket < 2 * SUB_BUCKETS) return bucket;
  const shift = Math.floor(bucket / SUB_BUCKETS) - 1;
  const lowest = (bucket - shift * SUB_BUCKETS) * 2 ** shift;
  return lowest + (2 ** shift - 1) / 2;
}
