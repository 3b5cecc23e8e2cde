import { isIP } from 'node:net';
import type { App } from '../../App.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { isFromThisMachine, isPassedOn } from './isFromThisMachine.ts';

const HOST_NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,62}$/;

/**
 * Answers a proxy that obtains certificates on demand (Caddy's `ask`): 200 for a host of this server, 404 for
 * any other name and for callers who may not ask, because the answers reveal which domains are served.
 * Answers from memory, because it may be called at every handshake. Rejects for a host that is not cached
 * while the database is down.
 */
export async function answerCertificateQuestion(
  app: App,
  request: RequestFacts,
  name: unknown,
): Promise<200 | 404> {
  if (!mayAsk(app, request) || typeof name !== 'string') return 404;
  const host = name.toLowerCase().replace(/\.$/, '');
  if (isIP(host) !== 0 || !HOST_NAME.test(host)) return 404;
  const { publicUrl, publicHosts, launchHost } = app.config;
  if ([publicUrl.hostname, launchHost, ...publicHosts].includes(host)) return 200;
  return (await app.lookups.domain(host)) === null ? 404 : 200;
}

/** A program on this machine, or a proxy in TRUST_PROXY asking on its own behalf. */
function mayAsk({ config }: App, request: RequestFacts): boolean {
  if (isFromThisMachine(request)) return true;
  const family = isIP(request.address) === 6 ? 'ipv6' : 'ipv4';
  return !isPassedOn(request) && config.trustedProxies.check(request.address, family);
}
