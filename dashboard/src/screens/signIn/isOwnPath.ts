/** Only paths of this site: browsers read `//host`, `/\host` and even a tab between the slashes as another one. */
export function isOwnPath(next: string | undefined): next is string {
  if (!next?.startsWith('/')) return false;
  const { origin } = window.location;
  return URL.parse(next, origin)?.origin === origin;
}
