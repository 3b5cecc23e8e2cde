import { createHash } from 'node:crypto';
import { ERROR_CODES, type ErrorCode } from '@fairlead/contract/errors';
import { renderOpenapi } from '@fairlead/contract/openapi';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import type { Config } from '#platform/config/config.ts';
import { compressOnce } from '../server/compression.ts';
import { renderErrorList, renderErrorPage } from './renderErrorPages.ts';
import { PAGE_POLICY } from './renderPage.ts';
import { type Document, renderReference } from './renderReference.ts';
import { renderVersioning } from './renderVersioning.ts';

/** A text that the server serves as it is. */
export interface PublishedDocument {
  readonly path: string;
  readonly bodyIn: ReturnType<typeof compressOnce>;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  // Clients and generators on other sites read the description too.
  'access-control-allow-origin': '*',
};
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
};

/** The machine-readable descriptions and the pages for people, rendered once at start. */
export function createDocuments(
  config: Config,
  operations: readonly OperationDeclaration[],
): PublishedDocument[] {
  const sdk = renderOpenapi('sdk', operations);
  const dashboard = renderOpenapi('dashboard', operations);
  const json = (path: string, value: unknown) => ({
    path,
    text: JSON.stringify(value),
    headers: JSON_HEADERS,
  });
  const page = (path: string, text: string) => ({ path, text, headers: PAGE_HEADERS });
  const documents = [
    json('/openapi.json', sdk),
    json('/v1/openapi.json', sdk),
    json('/api/v1/openapi.json', dashboard),
    page('/docs', renderReference(sdk as unknown as Document, '/v1/openapi.json')),
    page(
      '/docs/dashboard',
      renderReference(dashboard as unknown as Document, '/api/v1/openapi.json'),
    ),
    page('/docs/versioning', renderVersioning(config)),
    page('/docs/errors', renderErrorList()),
    ...(Object.keys(ERROR_CODES) as ErrorCode[]).map((code) =>
      page(`/docs/errors/${code}`, renderErrorPage(code, config.publicUrl.origin)),
    ),
  ];
  return documents.map(({ path, text, headers }) => ({
    path,
    bodyIn: compressOnce(text),
    headers: {
      ...headers,
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
      // Weak: it names the text in whatever coding it is sent.
      etag: `W/${tagOf(text)}`,
    },
  }));
}

function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}
