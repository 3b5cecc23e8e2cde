import { isIP } from 'node:net';

/**
 * Whether a host name or IP address means the local machine to everyone: no one else can reach the server by
 * that name.
 */
export function isLocalHost(host: string): boolean {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    (isIP(bare) === 4 && bare.startsWith('127.'))
  );
}
