import type { App } from '../../../../App.ts';
import type { DomainSource } from '#teams/domains/giveDomain.ts';
import { isLocalHost } from '#platform/lib/web/isLocalHost.ts';

/** Hosts of the service itself, which cannot be link domains. */
export function ownHostsOf({ config }: Pick<App, 'config'>): readonly string[] {
  return [config.publicUrl.hostname, config.launchHost, ...config.publicHosts];
}

/** Where projects get a domain without DNS; undefined if LINK_DOMAIN would be of no use to people with the links. */
export function domainSourceOf(app: Pick<App, 'config'>): DomainSource | undefined {
  const { linkDomain: parent, publicUrl } = app.config;
  if (isLocalHost(parent) && !isLocalHost(publicUrl.hostname)) return undefined;
  return { parent, ownHosts: ownHostsOf(app) };
}
