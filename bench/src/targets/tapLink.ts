import { Agent, request } from 'node:http';
import type { BenchServer } from './startServer.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Tapping {
  readonly linkHost: string;
  readonly slug: string;
  readonly address: string;
  readonly userAgent: string;
  readonly acceptLanguage: string;
}

/** Opens a link as a phone's browser does; answers the id of the click. */
export function tapLink(server: Pick<BenchServer, 'port'>, tapping: Tapping): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port: server.port,
        path: `/${tapping.slug}`,
        headers: {
          Host: tapping.linkHost,
          'User-Agent': tapping.userAgent,
          'Accept-Language': tapping.acceptLanguage,
          'X-Forwarded-For': tapping.address,
        },
      },
      (response) => {
        response.resume();
        const id = response.headers['x-request-id'];
        if (typeof id === 'string') resolve(id);
        else reject(new Error(`a visit was answered ${response.statusCode} without a click`));
      },
    );
    call.on('error', reject);
    call.end();
  });
}
