/**
 * Whether a host is on a list of hosts, in which `*.example.com` matches every subdomain of example.com but not
 * example.com itself. Both in lower case.
 */
export function isListedHost(hosts: Iterable<string>, host: string): boolean {
  for (const listed of hosts) {
    if (listed === host) return true;
    if (listed.startsWith('*.') && host.endsWith(listed.slice(1)) && host.length >= listed.length)
      return true;
  }
  return false;
}
