import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { ALL, describeEach, launch, newWorld } from './support/coldStart.ts';
import { watchFetch } from './support/faults.ts';

describeEach('reinstall', ALL, (sdk) => {
  test('the receipt names the installation before, at every start and after a lost answer', async () => {
    const world = await newWorld();
    const persistentDeviceId = randomUUID();
    const device = () => ({ persistentDeviceId });
    const one = launch(world, sdk, {}, { device });
    await one.app.start();
    const { installationId, reinstall } = one.app.receipt();
    assert.equal(reinstall, undefined);
    await one.app.stop();
    world.stored.clear();
    const net = watchFetch();
    let left = 1;
    net.fault = (path) => (path.endsWith('/bootstrap') && left-- > 0 ? 'lost' : undefined);
    const two = launch(world, sdk, {}, { device, net });
    await two.app.start();
    const told = two.app.receipt().reinstall;
    assert.equal(told?.previousInstallationId, installationId);
    assert.ok(Math.abs(Date.parse(told?.detectedAt ?? '') - Date.now()) < 60_000);
    await two.app.stop();
    const three = launch(world, sdk, {}, { device });
    await three.app.start();
    assert.deepEqual(three.app.receipt().reinstall, told);
    await three.app.stop();
  });
});
