import type { FastifyInstance } from 'fastify';
import type { App } from '../../App.ts';
import { answerDoctorPage } from '../api/domains/examine/answerDoctorPage.ts';
import { drawForDocument } from '../access/rateLimit.ts';
import type { PublishedDocument } from '../docs/createDocuments.ts';
import { urlOf } from './addRoute.ts';
import { answerCertificateQuestion } from './answerCertificateQuestion.ts';
import { chooseCoding } from './compression.ts';
import type { preflightsOf } from './headers/cors.ts';
import { findForgedHeaders, VISITOR_HEADERS_PATH } from './headers/visitorHeaders.ts';
import { factsOf } from './inFrontOf.ts';
import { readMetrics } from './readMetrics.ts';

interface Published {
  readonly preflights: ReturnType<typeof preflightsOf>;
  readonly documents: readonly PublishedDocument[];
}

/** What is answered beside the operations. */
export function addOtherRoutes(
  api: FastifyInstance,
  app: App,
  { preflights, documents }: Published,
): void {
  addPreflights(api, preflights);
  addDocuments(api, app, documents);
  addMetrics(api, app);
  addCertificateQuestion(api, app);
  addVisitorHeaders(api, app);
  if (app.config.publicDoctor && app.config.roles.has('api')) addDoctorPage(api, app);
}

/** Browsers ask beforehand whether a page may call, without a credential. */
function addPreflights(api: FastifyInstance, preflights: Published['preflights']): void {
  for (const [url, headers] of preflights) {
    api.options(urlOf(url), { config: { unlimited: true } }, async (_request, reply) =>
      reply.code(204).headers(headers).send(),
    );
  }
}

/** The docs are for everyone; large as they are, each client IP address has a budget for them. */
function addDocuments(
  api: FastifyInstance,
  app: App,
  documents: readonly PublishedDocument[],
): void {
  for (const { path, bodyIn, headers } of documents) {
    api.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => {
        const limited = await drawForDocument(app, factsOf(request.raw));
        if (limited) void reply.headers(limited.headers);
        if (limited?.problem) throw limited.problem;
        void reply.headers(headers);
        if (request.headers['if-none-match'] === headers['etag']) return reply.code(304).send();
        const coding = chooseCoding(request.headers['accept-encoding']);
        if (coding !== undefined) void reply.header('content-encoding', coding);
        return reply.send(bodyIn(coding));
      },
    });
  }
}

/** For the operator's monitoring, which calls every few seconds and without a limit. */
function addMetrics(api: FastifyInstance, app: App): void {
  api.get('/metrics', { config: { unlimited: true } }, async (request, reply) => {
    const { mediaType, text } = await readMetrics(app, factsOf(request.raw));
    return reply.header('content-type', mediaType).send(text);
  });
}

/** For proxies that obtain certificates on demand; the path is configured in Caddy, which adds `?domain=` itself. */
function addCertificateQuestion(api: FastifyInstance, app: App): void {
  api.get<{ Querystring: Record<string, unknown> }>(
    '/internal/tls-ask',
    { config: { unlimited: true } },
    async (request, reply) => {
      const { domain } = request.query;
      const status = await answerCertificateQuestion(app, factsOf(request.raw), domain);
      return reply
        .code(status)
        .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
        .send(status === 200 ? 'Yes\n' : 'No\n');
    },
  );
}

/** For everyone, if the operator turns it on; each examination is charged to budgets of its own. */
function addDoctorPage(api: FastifyInstance, app: App): void {
  api.get<{ Querystring: Record<string, unknown> }>('/doctor', async (request, reply) => {
    const page = await answerDoctorPage(app, factsOf(request.raw), request.query['domain']);
    return reply.code(page.status).headers(page.headers).send(page.html);
  });
}

/** For the server itself, which calls through its proxy to see what that passes on (`doctor server`). */
function addVisitorHeaders(api: FastifyInstance, app: App): void {
  api.get(VISITOR_HEADERS_PATH, { config: { unlimited: true } }, async (request, reply) => {
    const arrived = findForgedHeaders(app, factsOf(request.raw));
    return reply.code(arrived ? 200 : 404).send(arrived);
  });
}
