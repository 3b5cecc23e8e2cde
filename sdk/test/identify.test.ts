import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { appKey, member } from '../../server/test/support/callers/personas.ts';
import { until } from '../../server/test/support/until.ts';
import {
  ALL,
  count,
  describeEach,
  launch,
  newWorld,
  says,
  type World,
} from './support/coldStart.ts';
import { watchFetch } from './support/faults.ts';

/** Who the server takes the project's installations for, newest first. */
async function customersOf({ project }: World): Promise<(string | null)[]> {
  const params = { projectId: project.project.id };
  const reply = await appKey(project, {}, '/api/v1')(operations.listInstallations, { params });
  assert.ok(reply.status === 200);
  return reply.body.installations.map(({ customerId }) => customerId);
}

describeEach('identity', ALL, (sdk) => {
  test('the server keeps whose installation it is until the person signs out', async () => {
    const world = await newWorld();
    const { app, net } = launch(world, sdk);
    await app.start();
    await app.identify('customer-1');
    assert.deepEqual(await customersOf(world), ['customer-1']);
    // As apps do at every start.
    await app.identify('customer-1');
    assert.equal(count(net, '/identify'), 1);
    await app.signOut();
    await until(
      () => app.receipt(),
      async () => (await customersOf(world))[0] === null,
    );
    await app.signOut();
    assert.equal(count(net, '/identify'), 2);
    await app.stop();
  });

  test('what could not be said is said by the next process', async () => {
    const world = await newWorld();
    const net = watchFetch();
    net.fault = () => 'refused';
    const one = launch(world, sdk, {}, { net, queueDelay: 60_000 });
    void one.app.identify('customer-1');
    await one.app.start();
    await one.app.stop();
    const two = launch(world, sdk);
    await two.app.start();
    assert.deepEqual(await customersOf(world), ['customer-1']);
    assert.ok(says(two.app.receipt(), 'identify', 'ok', /customer-1/));
    await two.app.stop();
  });

  test('nothing is said without consent, and nothing is left when it is withdrawn', async () => {
    const world = await newWorld();
    const { app, net } = launch(world, sdk, {}, { consent: false });
    await app.start();
    await app.identify('customer-1');
    assert.equal(count(net, '/identify'), 0);
    await app.setConsent(true);
    assert.deepEqual(await customersOf(world), ['customer-1']);
    await app.setConsent(false);
    assert.ok(![...world.stored.values()].join().includes('customer-1'));
    await app.stop();
  });

  test('an id that the server refuses is reported, and not said again', async () => {
    const world = await newWorld();
    const { app, net } = launch(world, sdk);
    await app.start();
    await app.identify('x'.repeat(300));
    assert.ok(says(app.receipt(), 'identify', 'failed', /customerId/));
    await app.identify('customer-1');
    assert.deepEqual([await customersOf(world), count(net, '/identify')], [['customer-1'], 2]);
    await app.stop();
  });

  test('where a project takes signed identities only, the proof of the server is said with it', async () => {
    const world = await newWorld();
    const { project } = world;
    const person = member(project);
    const params = { projectId: project.project.id };
    const made = await person(operations.rotateIdentitySecret, { params });
    assert.ok(made.status === 201);
    const body = { identify: 'signed' } as const;
    assert.equal((await person(operations.updateProject, { params, body })).status, 200);
    const { app, net } = launch(world, sdk);
    await app.start();
    await app.identify('customer-1');
    assert.ok(says(app.receipt(), 'identify', 'failed', /proof is missing/));
    const proof = createHmac('sha256', made.body.secret).update('customer-1').digest('hex');
    const wrong = (proof.startsWith('0') ? '1' : '0') + proof.slice(1);
    await app.identify('customer-1', wrong);
    assert.ok(says(app.receipt(), 'identify', 'failed', /proof is not that of this customerId/));
    assert.deepEqual(await customersOf(world), [null]);
    await app.identify('customer-1', proof);
    assert.deepEqual([await customersOf(world), count(net, '/identify')], [['customer-1'], 3]);
    await app.identify('customer-1', proof);
    assert.equal(count(net, '/identify'), 3);
    await app.stop();
    // Kept with it: an installation that the server knows no more is identified again.
    await project.server.app.db
      .deleteFrom('installations')
      .where('project_id', '=', params.projectId)
      .execute();
    const two = launch(world, sdk);
    await two.app.start();
    assert.deepEqual(await customersOf(world), ['customer-1']);
    await two.app.signOut();
    await until(
      () => two.app.receipt(),
      async () => (await customersOf(world))[0] === null,
    );
    await two.app.stop();
  });

  test('an installation that was erased on the server is identified again', async () => {
    const world = await newWorld();
    const one = launch(world, sdk);
    await one.app.start();
    await one.app.identify('customer-1');
    await one.app.stop();
    const { server } = world.project;
    await server.app.db
      .deleteFrom('installations')
      .where('project_id', '=', world.project.project.id)
      .execute();
    const two = launch(world, sdk);
    await two.app.start();
    assert.deepEqual(await customersOf(world), ['customer-1']);
    await two.app.stop();
  });
});
