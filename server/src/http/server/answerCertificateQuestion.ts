import { isIP } from 'node:net';
import type { App } from '../../app.ts';
import type { RequestFacts } from '../../lib/requestFacts.ts';
import { isFromThisMachine, isPassedOn } from './isFromThisMachine.ts';

const HOST_NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,62}$/;

/**
 * What a proxy that gets certificates on demand asks before each (Caddy's `ask`): 200 for a host of this
 * server, 404 for any other name and for whoever has no business to ask, since the answers tell which domains
 * are served. From memory: it can be asked at every handshake. Rejects where a host that nobody has asked for
 * yet meets a database that is away.
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

/** A program on this machine, or a proxy of TRUST_PROXY that asks for itself. */
function mayAsk({ config }: App, request: RequestFacts): boolean {
  if (isFromThisMachine(request)) return true;
  const family = isIP(request.address) === 6 ? 'ipv6' : 'ipv4';
  return !isPassedOn(request) && config.trustedProxies.check(request.address, family);
}
