/** Only paths of this site: `//host` and `/\host` would leave it. */
export function isOwnPath(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next);
}
