import type { Config } from '#platform/config/config.ts';
import { renderPage } from './renderPage.ts';

/** What the `Link: rel="deprecation"` of unversioned answers points to (Rule: versioning). */
export function renderVersioning(config: Config): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return renderPage({
    title: 'Versioning · Fairlead',
    main: `<h1>Versioning</h1>
<p>New integrations use <code>/v1</code>. The same paths without a version answer alike, are deprecated since
${day(config.legacyDeprecationDate)} and will be served until ${day(config.legacySunsetDate)} at least. Their answers say so in the headers
<code>Deprecation</code> (RFC 9745), <code>Sunset</code> (RFC 8594) and <code>Link</code>, whose <code>successor-version</code> is the address to move to.</p>
<p>Within a version nothing is taken away: answers may gain properties, requests may gain optional ones, and lists of words may
grow. Machine-readable descriptions: <a href="/v1/openapi.json">/v1/openapi.json</a> and, of the dashboard,
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>`,
  });
}
