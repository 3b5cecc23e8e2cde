import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { readNumber } from './readField.ts';
import type { BenchServer } from './startServer.ts';

/** Has everything counted again; seconds. Not by fetch, which gives up after five minutes. */
export async function rebuildTotals({ port, adminToken }: BenchServer): Promise<number> {
  const call = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/v1/admin/analytics/rebuild',
    headers: { Authorization: `Bearer ${adminToken}` },
  });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`the rebuild answered ${body}`);
  return readNumber(JSON.parse(body), 'seconds');
}
