import type { LinkExplanation } from '@fairlead/contract/operations/explain';
import type { Link } from '#links/link/Link.ts';
import { renderRoute } from './linkView.ts';
import type { ExplainedVisit, Explanation } from '#visits/decision/explainLink.ts';

type ExplainedVisitView = Omit<ExplainedVisit, 'as'> & { readonly as: string };

/** An explanation as the API returns it. */
export function renderExplanation(
  link: Link,
  shortUrl: string,
  { visits, findings }: Explanation,
): LinkExplanation {
  return {
    shortUrl,
    slug: link.slug,
    type: link.type,
    visits: visits.map(renderVisit),
    findings: findings.map(({ severity, message }) => ({ severity, message })),
  };
}

export function renderVisit({ as, title, visitor, decision }: ExplainedVisitView) {
  const { platform, device, browser, webview, crawler } = visitor;
  return {
    as,
    title,
    visitor: { platform, device, browser, webview, crawler },
    ...renderRoute(decision.route),
    page: decision.page,
    status: decision.status,
    countedAs: decision.count,
    reason: decision.reason,
    opens: 'open' in decision ? decision.open.url : null,
    fallback: decision.fallback,
    storeUrl: 'storeUrl' in decision ? decision.storeUrl : null,
    notes: [...decision.notes],
  };
}
