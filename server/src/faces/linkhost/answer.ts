import { newNonce } from '#platform/lib/web/newNonce.ts';
import { NO_BRAND } from '#teams/projects/brand/Brand.ts';
import type { Project } from '#teams/projects/Project.ts';
import { fitPage } from '../pages/fitPage.ts';
import { chooseOwnTexts } from '../pages/chooseTexts.ts';
import { renderNothing } from '../pages/renderNotice.ts';
import type { Page } from '../pages/renderPage.ts';
import type { Exchange } from './LinkHostContext.ts';

type Headers = Readonly<Record<string, string | number>>;

export function answerRedirect({ context, facts, response }: Exchange, to: string): void {
  context.app.metrics.countVisitAnswer(302);
  response.writeHead(302, {
    location: to,
    'cache-control': 'private, no-store',
    'x-request-id': facts.id,
    ...facts.transport,
    'content-length': 0,
  });
  response.end();
}

/** Sends a page with a policy that allows only its own style, script, beacon and, if it has one, the link's image. */
export function answerPage(
  { context, facts, response }: Exchange,
  status: number,
  page: Page,
  headers: Headers = {},
): void {
  if (response.headersSent) return;
  context.app.metrics.countVisitAnswer(status);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${page.nonce}'; style-src 'nonce-${page.nonce}'; img-src data:${page.imageOrigin === undefined ? '' : ` ${page.imageOrigin}`}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-request-id': facts.id,
    ...facts.transport,
    'content-length': Buffer.byteLength(page.html),
    ...headers,
  });
  response.end(page.html);
}

interface NothingOptions {
  readonly status?: number;
  readonly headers?: Headers;
  /** Whose domain it is. */
  readonly project?: Pick<Project, 'name' | 'brand'> | null;
}

export function answerNothing(
  exchange: Exchange,
  { status = 404, headers = {}, project = null }: NothingOptions = {},
): void {
  const brand = project?.brand ?? NO_BRAND;
  const texts = chooseOwnTexts(exchange.facts.headers['accept-language'], brand);
  const nonce = newNonce();
  const page = fitPage(brand, (fitting) =>
    renderNothing(texts, nonce, { name: project?.name ?? '', brand: fitting }),
  );
  answerPage(exchange, status, page, headers);
}

/** A file of the host, or a short text saying why there is none. Node sends no body for HEAD and 304. */
export function answerFile(
  { context, facts, response }: Exchange,
  status: number,
  content: string | Buffer,
  headers: Headers,
): void {
  if (response.headersSent) return;
  context.app.metrics.countVisitAnswer(status);
  response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    'x-request-id': facts.id,
    ...facts.transport,
    ...(status === 304 || status === 204 ? {} : { 'content-length': Buffer.byteLength(content) }),
    ...headers,
  });
  response.end(status === 304 || status === 204 ? undefined : content);
}

/** A refusal that names what to change. */
export function answerRefusal(
  exchange: Exchange,
  status: number,
  message: string,
  headers: Headers = {},
): void {
  answerFile(exchange, status, `${message}\n`, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
}

/** What was asked for costs too much of the process (`RenderingBudget`). */
export function answerUsedUp(exchange: Exchange, usedUp: 'client' | 'process', what: string): void {
  const message = `Too many ${what} at once; wait a second and ask again`;
  answerRefusal(exchange, usedUp === 'client' ? 429 : 503, message, { 'retry-after': '1' });
}
