/** The short URL of a link: LINK_URL_TEMPLATE with its host and slug (Rule: surfaces). */
export function fillLinkTemplate(template: string, host: string, slug: string): string {
  return template.replace('{host}', host).replace('{slug}', slug);
}
