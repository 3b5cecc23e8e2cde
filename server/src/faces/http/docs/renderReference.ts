import { escapeHtml } from '#platform/lib/web/html.ts';
import { renderText } from './renderText.ts';
import { renderExample } from './renderErrorPages.ts';
import { renderPage } from './renderPage.ts';
import { renderProperties, renderType, type Schema } from './renderSchema.ts';

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}
type Content = Readonly<Record<string, Media>>;
interface Header {
  readonly description?: string;
}
interface Reply {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Reply>>;
}

/** The parts of an OpenAPI document that the reference shows. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  appKey: 'an application key in X-App-Key',
  dashboardSession: 'a session token in Authorization: Bearer',
  instanceAdmin: 'the ADMIN_TOKEN of the instance in Authorization: Bearer',
};

/** The reference of one OpenAPI document as a page that needs no script and no network. */
export function renderReference(document: Document, source: string): string {
  const base = document.servers[0]?.url ?? '';
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: base + path,
      operation,
    })),
  );
  const byTag = Map.groupBy(listed, ({ operation }) => operation.tags[0] ?? 'Other');
  const { title, version, description } = document.info;
  const sections = [...byTag].map(
    ([tag, of]) => `<h2>${escapeHtml(tag)}</h2>${of.map(renderOperation).join('')}`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([id, schema]) =>
      `<section id="schema-${id}"><h3>${id}</h3>${renderProperties(schema)}</section>`,
  );
  return renderPage({
    title,
    aside: renderContents(byTag),
    main: `<h1>${escapeHtml(title)}</h1>
<p>${renderText(description)} Version ${version}; the same as <a href="${source}">OpenAPI 3.1</a>.</p>
${sections.join('')}<h2 id="schemas">Schemas</h2>${schemas.join('')}`,
  });
}

function renderContents(byTag: ReadonlyMap<string, readonly Listed[]>): string {
  const parts = [...byTag].map(([tag, listed]) => {
    const items = listed.map(
      ({ operation }) =>
        `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`,
    );
    return `<strong>${escapeHtml(tag)}</strong><ul>${items.join('')}</ul>`;
  });
  return `${parts.join('')}<a href="#schemas">Schemas</a>`;
}

function renderOperation({ method, path, operation }: Listed): string {
  const { operationId, summary, description, security, parameters, requestBody } = operation;
  const credentials = security.flatMap((each) => Object.keys(each).map((key) => CREDENTIALS[key]));
  return `<section id="${operationId}"><h3>${escapeHtml(summary)}</h3>
<p class="route"><span class="method">${method}</span>${escapeHtml(path)}</p>
${description === undefined ? '' : `<p>${renderText(description)}</p>`}
<p>Needs ${credentials.length > 0 ? escapeHtml(credentials.join(', or ')) : 'no credential'}.</p>
${renderParameters(parameters)}
${requestBody ? `<h4>Body</h4>${renderContent(requestBody.content)}` : ''}
<h4>Answers</h4>${Object.entries(operation.responses).map(renderReply).join('')}</section>`;
}

function renderParameters(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    (each) =>
      `<tr><td><code>${escapeHtml(each.name)}</code></td><td>${each.in}</td><td>${renderType(each.schema)}${each.required ? ', required' : ''}</td><td>${renderText(each.description ?? '')}</td></tr>`,
  );
  return `<h4>Parameters</h4><div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

function renderReply([status, reply]: [string, Reply]): string {
  const headers = Object.entries(reply.headers ?? {})
    .filter(([, header]) => header.description !== undefined)
    .map(
      ([name, { description = '' }]) => `<li><code>${name}</code>: ${renderText(description)}</li>`,
    );
  const isError = Number(status) >= 400;
  return `<p><strong>${status}</strong> ${renderReason(reply.description)}</p>${
    headers.length > 0 ? `<ul>${headers.join('')}</ul>` : ''
  }${isError || !reply.content ? '' : renderContent(reply.content)}`;
}

/** `Not Found (NOT_FOUND)`: the code leads to its page. */
function renderReason(description: string): string {
  return renderText(description).replace(
    /\(([A-Z_]+)\)$/,
    '(<a href="/docs/errors/$1"><code>$1</code></a>)',
  );
}

function renderContent(content: Content): string {
  const types = Object.keys(content).map((type) => `<code>${escapeHtml(type)}</code>`);
  const [media] = Object.values(content);
  if (!media) return '';
  return `<p>${types.join(' or ')}: ${renderType(media.schema)}</p>${renderProperties(media.schema)}${
    media.example === undefined ? '' : renderExample(media.example)
  }`;
}
