import { createServer, type Server } from 'node:http';
import type { App } from '../../App.ts';
import type { Measurements } from '#platform/ports/Metrics.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { checkOperator } from '../access/authenticate.ts';

/** `/metrics` (Rule: surfaces) on the port of the API: requires the `ADMIN_TOKEN`, wherever the request comes from. */
export async function readMetrics(app: App, request: RequestFacts): Promise<Measurements> {
  checkOperator(app, request);
  return await app.metrics.read();
}

/** The server on METRICS_PORT: serves `/metrics` to anyone who can reach it, and nothing else. */
export function createMetricsServer({ metrics, log }: Pick<App, 'metrics' | 'log'>): Server {
  return createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Ask for /metrics\n');
      return;
    }
    metrics.read().then(
      ({ mediaType, text }) =>
        response
          .writeHead(200, { 'content-type': mediaType, 'cache-control': 'no-store' })
          .end(text),
      (error: unknown) => {
        log.error({ err: error }, 'The metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
}
