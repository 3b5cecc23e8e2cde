import type { App } from '../../../App.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';

/** The short URL of a link by the host of its domain. */
export async function shortUrlOf(
  app: Pick<App, 'lookups' | 'config'>,
  link: { readonly domainId: string; readonly slug: string },
): Promise<string> {
  return fillLinkTemplate(app.config.linkUrlTemplate, await hostOf(app, link), link.slug);
}

/** The host of a link's domain. */
export async function hostOf(
  { lookups }: Pick<App, 'lookups'>,
  { domainId }: { readonly domainId: string },
): Promise<string> {
  const domain = await lookups.domainById(domainId);
  if (!domain) throw new Error(`There is no domain ${domainId}`);
  return domain.host;
}
