import { callServer } from './callServer.ts';
import { readText } from './readField.ts';
import type { BenchServer } from './startServer.ts';

/** What a benchmark needs of a project made by the operator's provision operation. */
export interface BenchProject {
  readonly projectId: string;
  readonly appKey: string;
  /** The Host header of its links. */
  readonly linkHost: string;
  readonly linkOrigin: string;
  /** Bearer of the project's owner. */
  readonly sessionToken: string;
  readonly userEmail: string;
  readonly userPassword: string;
}

/** Makes a project with a verified link domain, as `fairlead provision` does. */
export async function provisionProject(
  server: BenchServer,
  settings: {
    readonly plan?: string;
    readonly domain?: string;
    readonly ios?: object;
    readonly android?: object;
  } = {},
): Promise<BenchProject> {
  const reply = await callServer({
    method: 'POST',
    url: `${server.baseUrl}/api/v1/admin/provision`,
    headers: { Authorization: `Bearer ${server.adminToken}` },
    body: {
      name: 'Benchmark',
      plan: 'business',
      domain: 'go.bench.localhost',
      defaultUrl: 'https://shop.example.com/',
      ...settings,
    },
  });
  const linkOrigin = readText(reply, 'linkOrigin');
  return {
    projectId: readText(reply, 'projectId'),
    appKey: readText(reply, 'appKey'),
    sessionToken: readText(reply, 'sessionToken'),
    userEmail: readText(reply, 'userEmail'),
    userPassword: readText(reply, 'userPassword'),
    linkOrigin,
    linkHost: new URL(linkOrigin).host,
  };
}
