import type { App } from '../../../app.ts';
import type { LinkingApp } from '../../../links/appLinks.ts';
import type { KeyHolder } from '../../routing/route.ts';

/** What the links of an app are judged by; undefined for a secret key. */
export function linkingAppOf(
  { lookups }: App,
  { key, project }: KeyHolder,
  domains: LinkingApp['domains'],
): LinkingApp | undefined {
  if (key.class === 'secret') return undefined;
  const linkedHosts = async () => (await lookups.linkedHosts(project.id)) ?? new Set<string>();
  return { domains, linkedHosts };
}
