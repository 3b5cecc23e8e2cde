import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { ProblemDocument } from '@fairlead/contract/resources';
import { newProject, type TestProject } from '../../server/test/support/callers/personas.ts';
import { runJobs } from './support/runJobs.ts';
import { sdkOperations } from '../scripts/renderContract.ts';
import {
  createLink,
  getLinkEvents,
  publishBuild,
  recordEvents,
  recordSdkEvents,
} from '../src/contract.ts';
import { Fairlead, FairleadError } from '../src/index.ts';
import {
  type Fixture,
  FIXTURES,
  normalise,
  readFixtures,
  recordExchanges,
  replay,
} from './support/wire.ts';

/** What a call is about, live and on record alike. */
interface Subject {
  readonly projectId: string;
  readonly host: string;
  readonly linkId: string;
  readonly slug: string;
  readonly sessionId: string;
}

const INSTALLATION = 'wire-installation';
const ABSENT = '00000000-0000-4000-8000-000000000001';

type Calls = Readonly<Record<string, (client: Fairlead, about: Subject) => PromiseLike<unknown>>>;

/** One call for each operation of the contract that an SDK has; the order is that of a life. */
const CALLS: Calls = {
  getHealth: (client) => client.health(),
  listPlans: (client) => client.plans({ billingPeriod: 'yearly' }),
  createManagedLink: (client) =>
    client.links.create({
      type: 'dynamic',
      slug: 'summer',
      externalId: 'wire-1',
      fallbackUrl: 'https://example.com/summer',
      parameters: { screen: 'sale', nested: { deep: [1, true, null] } },
    }),
  // Apps have a method for it; servers create links with every field.
  createLink: (client) =>
    client.request(createLink, {
      body: { type: 'dynamic', slug: 'wire-app', externalId: 'wire-app' },
    }),
  getLink: (client, { slug }) => client.links.get(slug),
  getLinkById: (client, { linkId }) => client.links.getById(linkId),
  resolveLink: (client, { host, slug }) => client.links.resolve(`https://${host}/${slug}?a=b%26c`),
  getLinkStats: (client, { linkId }) =>
    client.links.stats(linkId, { from: '2026-01-01T00:00:00.000Z' }),
  trackInstallation: (client) => client.installations.track({ installationId: INSTALLATION }),
  bootstrap: (client) =>
    client.installations.bootstrap({
      installationId: INSTALLATION,
      deviceModel: 'Pixel 9',
      batteryLevel: 0.5,
      metadata: { client: { type: 'wire', version: '1.0.0', platform: 'android' } },
    }),
  startSession: (client) => client.sessions.start({ installationId: INSTALLATION }),
  endSession: (client, { sessionId }) => client.sessions.end(sessionId),
  identify: (client) =>
    client.installations.identify({ installationId: INSTALLATION, customerId: 'customer-1' }),
  // Servers and apps alike: no SDK has a method of its own for them yet.
  recordSdkEvents: (client) =>
    client.request(recordSdkEvents, {
      body: {
        events: [{ eventId: 'wire-1', name: 'sign-up', installationId: INSTALLATION }],
        sentAt: '2026-01-01T00:00:00.000Z',
      },
    }),
  recordEvents: (client) =>
    client.request(recordEvents, {
      body: {
        events: [
          {
            eventId: 'wire-2',
            name: 'purchase',
            customerId: 'customer-1',
            revenue: { amount: 1999, currency: 'EUR' },
          },
          {
            eventId: 'wire-3',
            name: 'purchase',
            revenue: { amount: 1999, currency: 'eur' },
          },
        ],
      },
    }),
  getLinkEvents: (client, { linkId }) =>
    client.request(getLinkEvents, { params: { id: linkId }, query: {} }),
  matchDeferred: (client) =>
    client.installations.match({
      installationId: INSTALLATION,
      fingerprint: { os: 'android', model: 'Pixel 9', screenResolution: '412x923' },
    }),
  listLinks: async (client) => {
    for await (const page of client.links.list({ search: 'summer' }).pages()) return page;
    return undefined;
  },
  updateLink: (client, { linkId }) =>
    client.links.update(linkId, { fallbackUrl: 'https://example.com/winter', iosUrl: null }),
  simulateVisit: (client, { linkId }) =>
    client.links.simulate(linkId, { visitor: { as: 'ios-safari', country: 'DE' } }),
  dryRunLink: (client, { linkId }) =>
    client.links.dryRun(linkId, {
      rules: [{ name: 'Germany', when: { country: ['DE'] }, to: { update: true } }],
      days: 7,
    }),
  getLinkResults: (client, { linkId }) => client.links.results(linkId, { by: 'installs' }),
  // The command line of a build calls it.
  publishBuild: (client) =>
    client.request(publishBuild, {
      params: { platform: 'ios', build: '42' },
      body: { routes: ['/sale/:id'] },
    }),
  createLinks: (client) =>
    client.links.createMany([
      { type: 'unified', slug: 'wire-row', externalId: 'row-1' },
      { type: 'unified', slug: 'not a slug', externalId: 'row-2' },
    ]),
  startExport: (client, { projectId }) =>
    client.exports.run(projectId, { search: 'summer' }, { onProgress: stopWatching }),
  getExport: (client, { projectId }) => client.exports.run(projectId, { search: 'summer' }),
  deleteLink: (client, { linkId }) => client.links.delete(linkId),
  'error-400': (client) => client.links.create({ type: 'dynamic', externalId: 'with space' }),
  'error-401': (client) =>
    client.links.get('summer', { headers: { 'x-app-key': 'fl_live_unknown' } }),
  'error-404': (client) => client.links.delete(ABSENT),
};

function stopWatching(): never {
  throw new Error('The start is what is looked at');
}

const isError = (name: string) => name.startsWith('error-');
const sdk = { appKey: 'key', sessionToken: 'session', maxRetries: 0 };

describe('wire fixtures', () => {
  test('every SDK operation of the contract has a call here and a recorded fixture', () => {
    assert.deepEqual(
      Object.keys(CALLS)
        .filter((name) => !isError(name))
        .toSorted(),
      sdkOperations()
        .map(({ id }) => id)
        .toSorted(),
    );
    assert.deepEqual([...readFixtures().keys()].toSorted(), Object.keys(CALLS).toSorted());
  });

  describe('the running server answers as recorded', () => {
    const made = new Map<string, Fixture>();
    before(async () => {
      await recordAll(await newProject(), made);
      if (process.env['WRITE_FIXTURES'] !== '1') return;
      mkdirSync(FIXTURES, { recursive: true });
      for (const [name, fixture] of made) {
        writeFileSync(join(FIXTURES, `${name}.json`), `${JSON.stringify(fixture, null, 2)}\n`);
      }
    });

    for (const name of Object.keys(CALLS)) {
      test(name, () => assert.deepEqual(made.get(name), readFixtures().get(name)));
    }
  });

  describe('the client sends the recorded request and returns the recorded answer', () => {
    for (const [name, fixture] of readFixtures()) {
      test(name, async () => {
        const { fetch, asked } = replay(fixture);
        const client = new Fairlead({ ...sdk, baseUrl: 'https://links.example.com', fetch });
        const outcome = await Promise.resolve(CALLS[name]?.(client, subjectOf(fixture))).catch(
          (error: unknown) => error,
        );
        if (isError(name)) assertError(outcome, fixture);
        else if (name === 'createLinks') assert.deepEqual(outcome, fixture.answer.body);
        else if (!name.endsWith('Export')) assert.deepEqual(outcome, fixture.answer.body);
        const { headers: _sent, ...request } = asked() ?? { headers: {} };
        const { headers: _recorded, ...expected } = fixture.request;
        // A client that waits for an export has begun it first.
        if (name !== 'getExport') assert.deepEqual(request, expected);
      });
    }
  });
});

/** The ids that the recorded call was made with. */
function subjectOf({ request }: Fixture): Subject {
  const [id = ABSENT] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(request.path) ?? [];
  return { projectId: id, host: 'go.example.com', linkId: id, slug: 'summer', sessionId: id };
}

function assertError(outcome: unknown, { answer }: Fixture): void {
  assert.ok(outcome instanceof FairleadError);
  const { detail, code, errors } = answer.body as ProblemDocument;
  assert.deepEqual(
    [outcome.status, outcome.code, outcome.message, outcome.errors, outcome.requestId],
    [answer.status, code, detail, errors, answer.headers['x-request-id']],
  );
}

async function recordAll(project: TestProject, made: Map<string, Fixture>): Promise<void> {
  const { fetch, last } = recordExchanges();
  const client = new Fairlead({
    appKey: project.appKey,
    sessionToken: project.sessionToken,
    baseUrl: project.server.origin,
    maxRetries: 0,
    fetch: runJobs(project, fetch),
  });
  const about = {
    projectId: project.project.id,
    host: project.host,
    linkId: '',
    slug: 'summer',
    sessionId: '',
  };
  for (const [name, call] of Object.entries(CALLS)) {
    await Promise.resolve(call(client, about)).catch((error: unknown) => {
      if (!isError(name) && name !== 'startExport') throw error;
    });
    // Of an export that was begun and looked at, the beginning is what comes first.
    const exchange = name === 'startExport' ? (last(), last()) : last();
    const { body } = exchange.answer as { body: { id?: string; sessionId?: string } };
    if (name === 'createManagedLink') about.linkId = body.id ?? '';
    if (name === 'startSession') about.sessionId = body.sessionId ?? '';
    made.set(
      name,
      normalise(
        { ...exchange, operation: name },
        {
          [project.host]: 'go.example.com',
          [project.appKey]: 'fl_live_secret',
          [project.sessionToken]: 'session',
          [project.server.origin]: 'https://links.example.com',
          [project.server.app.config.publicUrl.origin]: 'https://links.example.com',
        },
      ),
    );
  }
}
