import type { CallInput } from '@fairlead/contract/client';
import { identify } from '@fairlead/contract/operations/installations';
import type { BenchLink } from '../../targets/benchLinks.ts';
import { mapConcurrently } from '../../targets/mapConcurrently.ts';
import { openClient } from '../../targets/openClient.ts';
import type { BenchProject } from '../../targets/provisionProject.ts';
import type { BenchServer } from '../../targets/startServer.ts';

export interface Person {
  readonly installation: string;
  /** Null: events name the installation. */
  readonly customer: string | null;
  /** The link that brings the install. */
  readonly link: BenchLink;
  /** The link that opens the app again before any event; null: none. */
  readonly again: BenchLink | null;
  readonly installsLate: boolean;
}

export interface People {
  readonly all: readonly Person[];
  /** Installs those who are late. */
  installLate(): Promise<void>;
}

/** Every tenth is installed after all events; a third is known by a customer's id; half are opened again by another link. */
export async function sowPeople(
  { server, project }: { readonly server: BenchServer; readonly project: BenchProject },
  links: readonly BenchLink[],
  count: number,
): Promise<People> {
  const all = Array.from({ length: count }, (_, place): Person => {
    const installsLate = place % 10 === 9;
    return {
      installation: `phone-${place}`,
      customer: place % 3 === 0 ? `customer-${place}` : null,
      link: links[place % links.length]!,
      again: installsLate || place % 2 === 1 ? null : links[(place * 7 + 1) % links.length]!,
      installsLate,
    };
  });
  const open = async ({ slug }: BenchLink, installation: string) => {
    const url = encodeURIComponent(`${project.linkOrigin}/${slug}`);
    const headers = { 'x-app-key': project.appKey, 'x-installation-id': installation };
    const reply = await fetch(`${server.baseUrl}/v1/sdk/resolve?url=${url}`, { headers });
    if (!reply.ok) throw new Error(`the link did not open: ${await reply.text()}`);
  };
  const install = async ({ installation, customer, link, again }: Person) => {
    await open(link, installation);
    if (again !== null) await open(again, installation);
    if (customer === null) return;
    await openClient(server, project).request<CallInput<typeof identify>, unknown>(identify, {
      body: { installationId: installation, customerId: customer },
    });
  };
  const installAll = (late: boolean) =>
    mapConcurrently(
      all.filter(({ installsLate }) => installsLate === late),
      8,
      install,
    );
  await installAll(false);
  return { all, installLate: async () => void (await installAll(true)) };
}
