/**
 * The confidence of a match by signals in words, such as `99.3%`. Rounded down and never 100%: signals that
 * agree are evidence, not proof.
 */
export function formatConfidence(share: number): string {
  return `${(Math.min(Math.floor(share * 1000), 999) / 10).toFixed(1)}%`;
}
