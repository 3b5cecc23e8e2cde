import type { CallInput } from '@fairlead/contract/client';
import {
  provision,
  type Provisioned,
  type ProvisionRequest,
} from '@fairlead/contract/operations/operator';
import { openClient } from './openClient.ts';
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
  settings: Partial<ProvisionRequest> = {},
): Promise<BenchProject> {
  const operator = openClient(server, { sessionToken: server.adminToken });
  const { linkOrigin, ...made } = await operator.request<CallInput<typeof provision>, Provisioned>(
    provision,
    {
      body: {
        name: 'Benchmark',
        plan: 'business',
        domain: 'go.bench.localhost',
        defaultUrl: 'https://shop.example.com/',
        ...settings,
      },
    },
  );
  if (linkOrigin === null) throw new Error('a project without a link domain');
  return { ...made, linkOrigin, linkHost: new URL(linkOrigin).host };
}
