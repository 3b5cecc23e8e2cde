import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newLink, newProject } from '../../../server/test/support/callers/personas.ts';
import { until } from '../../../server/test/support/until.ts';
import { pixel, tap } from '../../../server/test/support/callers/phones.ts';
import { publishableKeyOf } from './adapters.ts';
import { launch, type Launched, says, type SdkName, type World } from './coldStart.ts';
import type { WatchedFetch } from './faults.ts';
import { type Fixture, FIXTURES, normalise, recordExchanges } from './wire.ts';

const FILE = join(FIXTURES, 'app/life.json');

/**
 * Every request that an app makes, with its answer, in order: first open, deferred link, sessions, a link of its own, whose it
 * is, an event, a link that is not there.
 */
export function readLife(): Fixture[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Fixture[];
}

export function writeLife(life: readonly Fixture[]): void {
  writeFileSync(FILE, `${JSON.stringify(life, null, 2)}\n`);
}

/** Lives through it with the running server. */
export async function recordLife(): Promise<Fixture[]> {
  const project = await newProject();
  const link = await newLink(project, {
    type: 'dynamic',
    slug: 'summer',
    fallbackUrl: 'https://example.com/summer',
    parameters: { screen: 'sale', nested: { deep: [1, 2.5, true, null, 'ä"\\'] } },
    allowQueryPassthrough: true,
  });
  const phone = pixel();
  const click = await tap(phone, project, link, '?ref=a%20b');
  const key = await publishableKeyOf(project);
  const recording = recordExchanges({ 'x-forwarded-for': phone.address });
  const net: WatchedFetch = { calls: [], fault: () => undefined, fetch: recording.fetch };
  const world = { project, key, link, phone, stored: newStored() };
  await live(world, 'expo', click, net);
  const names = [
    'bootstrap',
    'matchDeferred',
    'resolveLink',
    'endSession',
    'startSession',
    'createLink',
    'identify',
    'recordSdkEvents',
    'error-404',
    'endSession',
  ];
  const raw = recording.all();
  const text = { life: raw.map((each, place) => ({ ...each, operation: names[place] ?? '' })) };
  return normalise(text, {
    [project.host]: 'go.example.com',
    [key]: 'fl_live_of_the_app',
    [project.server.origin]: 'https://links.example.com',
  }).life;
}

/** Lives through what is on record; answers what was asked and what came of it. */
export async function replayLife(
  sdk: SdkName,
  life: readonly Fixture[],
): Promise<{ readonly asked: Fixture['request'][]; readonly opened: Launched['opened'] }> {
  const asked: Fixture['request'][] = [];
  const net: WatchedFetch = {
    calls: [],
    fault: () => undefined,
    async fetch(url, init) {
      const { pathname, search } = new URL(url);
      asked.push({
        method: init.method ?? 'GET',
        path: pathname + search,
        headers: init.headers as Record<string, string>,
        ...(typeof init.body === 'string' && { body: JSON.parse(init.body) as unknown }),
      });
      const answer = life[asked.length - 1]?.answer;
      if (!answer) throw new Error('No more is on record');
      return Response.json(answer.body, { status: answer.status, headers: answer.headers });
    },
  };
  // Nothing is asked of the server: a project's place on it is all that is needed.
  const world = {
    project: { server: { origin: 'http://server.test' } },
    key: 'fl_live_of_the_app',
    stored: newStored(),
  };
  const match = life.find(({ operation }) => operation === 'matchDeferred')?.request.body;
  const { clickId = '' } = (match ?? {}) as { clickId?: string };
  const opened = await live(world as unknown as World, sdk, clickId, net);
  return { asked, opened };
}

/** The installation has a name already, so that what is sent can be compared. */
function newStored(): Map<string, string> {
  return new Map([
    ['fairlead', JSON.stringify({ id: 'wire-installation', matched: false, pending: [] })],
  ]);
}

async function live(
  world: World,
  sdk: SdkName,
  click: string,
  net: WatchedFetch,
): Promise<Launched['opened']> {
  const { app, device, opened } = launch(
    world,
    sdk,
    { referrer: `click_id=${click}` },
    { net, debug: true },
  );
  const hears = (detail: string, step: 'session' | 'track' = 'session') =>
    until(
      () => app.receipt(),
      () => says(app.receipt(), step, 'ok', new RegExp(detail)),
    );
  await app.start();
  device.show(false);
  await hears('Ended');
  device.show(true);
  await hears('Begun');
  await app.createLink({ type: 'dynamic', slug: 'invitation', externalId: 'invitation-of-ada' });
  await app.identify('customer-1', 'a1'.repeat(32));
  await app.track('purchase', {
    revenue: { amount: 1999, currency: 'EUR' },
    quantity: 2,
    transactionId: '1042',
    customerId: 'customer-1',
    items: [{ sku: 'tent' }],
    properties: { plan: 'yearly' },
  });
  await hears('1 sent', 'track');
  await app.resolve('https://go.example.com/absent').catch(() => undefined);
  await app.stop();
  return opened;
}
