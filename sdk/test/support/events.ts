import { until } from '../../../server/test/support/until.ts';
import { installBy, rowsOf } from '../../../server/test/events/callers.ts';
import type { SdkEventsRequest } from '../../src/contract.ts';
import type { World } from './coldStart.ts';
import { type WatchedFetch, watchFetch } from './faults.ts';

export const HOUR = 3600 * 1000;

/** A clock on which no two events happen at the same time. */
export function ticking(): () => number {
  let last = Date.now() - HOUR;
  return () => (last += 1);
}

/** The app's installation came by the link, as the server has it. */
export async function installByLink({ project, link, stored }: World): Promise<void> {
  const id = await installBy(project, link);
  stored.set('fairlead', JSON.stringify({ id, matched: true, pending: [] }));
}

/** What the phone holds when its app is killed: what that process does later changes nothing any more. */
export function killed(world: World): World {
  return { ...world, stored: new Map(world.stored) };
}

/** The events of the project as the server has them, in the order in which they happened. */
export async function eventsOf({ project }: World) {
  const rows = await rowsOf(project);
  const time = ({ said_at }: (typeof rows)[number]) => said_at?.getTime() ?? 0;
  return rows.toSorted((one, other) => time(one) - time(other));
}

export async function namesOf(world: World): Promise<string[]> {
  return (await eventsOf(world)).map(({ name }) => name);
}

/** Waits until the server has so many. */
export async function untilStored(world: World, count: number): Promise<void> {
  await until(
    () => `${count} events`,
    async () => (await rowsOf(world.project)).length >= count,
  );
}

/** The network, and the bodies of the calls with events that went over it. */
export function watchEvents({ phone }: World): {
  readonly net: WatchedFetch;
  readonly calls: { readonly body: SdkEventsRequest; readonly keepalive: boolean }[];
} {
  const net = watchFetch({ 'x-forwarded-for': phone.address });
  const calls: { body: SdkEventsRequest; keepalive: boolean }[] = [];
  const { fetch } = net;
  return {
    net: Object.assign(net, {
      fetch: async (...[url, init]: Parameters<typeof fetch>) => {
        if (isEvents(url) && typeof init.body === 'string') {
          const body = JSON.parse(init.body) as SdkEventsRequest;
          calls.push({ body, keepalive: init.keepalive === true });
        }
        return fetch(url, init);
      },
    }),
    calls,
  };
}

export function isEvents(path: string): boolean {
  return path.endsWith('/sdk/events');
}
