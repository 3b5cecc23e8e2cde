/** What follows `click_id=` in a whole install referrer, not decoded; empty if nothing does. */
export function readClickId(referrer: string): string {
  // Some stores return it as it was in the URL, encoded once more.
  const query = referrer.includes('=')
    ? referrer
    : referrer.replaceAll(/%3D/gi, '=').replaceAll('%26', '&');
  return /(?:^|&)click_id=([^&]*)/.exec(query)?.[1] ?? '';
}
