/**
 * The confidence of a match by signals as text, such as `99.3%`. Rounded down and never 100%: agreeing
 * signals are evidence, not proof.
 */
export function formatConfidence(share: number): string {
  return `${(Math.min(Math.floor(share * 1000), 999) / 10).toFixed(1)}%`;
}
