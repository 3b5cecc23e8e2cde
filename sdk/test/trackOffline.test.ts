import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf as numbersOf } from '../../server/test/events/callers.ts';
import { until } from '../../server/test/support/until.ts';
import { describeEach, launch, newWorld, says } from './support/coldStart.ts';
import {
  eventsOf,
  HOUR,
  installByLink,
  isEvents,
  killed,
  untilStored,
  watchEvents,
} from './support/events.ts';

const SDKS = ['browser', 'expo', 'android'] as const;

describeEach('an app that is offline for a day and killed twice', SDKS, (sdk) => {
  test('every event counts once, in the order of its own clock', async () => {
    let world = await newWorld();
    await installByLink(world);
    // A clock that is a year slow.
    const begun = Date.now() - 366 * 24 * HOUR;
    let clock = begun;
    const now = () => clock;
    const expected: { name: string; at: number }[] = [];
    for (const run of [1, 2, 3]) {
      const { net } = watchEvents(world);
      // The second run reaches the server once, which stores what it is sent, and is killed before the answer.
      net.fault = (path) => (run === 2 && isEvents(path) ? 'lost' : 'refused');
      const { app } = launch(world, sdk, {}, { net, now, queueDelay: 60_000 });
      await app.start();
      for (let each = 0; each < 40; each += 1) {
        expected.push({ name: `run ${run}, event ${each}`, at: clock });
        await app.track(`run ${run}, event ${each}`);
        clock += 12 * 60 * 1000;
      }
      if (run === 2) {
        await until(
          () => app.receipt(),
          () => says(app.receipt(), 'track', 'waiting'),
        );
      }
      world = killed(world);
      // For its timers alone: what it still does changes nothing.
      await app.stop();
    }
    // A day later, the network is back.
    assert.equal(clock - begun, 24 * HOUR);
    const { app } = launch(world, sdk, {}, { now });
    await app.start();
    await untilStored(world, expected.length);
    await until('nothing waits', () => ![...world.stored.values()].join().includes('run 3'));

    const stored = await eventsOf(world);
    assert.deepEqual(
      stored.map(({ name, said_at }) => ({ name, at: said_at?.getTime() })),
      expected,
    );
    const numbers = await numbersOf(world.project, world.link.id);
    assert.equal(numbers.length, expected.length);
    assert.ok(numbers.every(({ count }) => count === 1));
    // Corrected by as much as the clock is wrong: the last one happened twelve minutes before it was sent.
    const since = Date.now() - (stored.at(-1)?.at.getTime() ?? 0);
    assert.ok(since > 0 && since < HOUR, `${since} ms`);
    await app.stop();
  });
});
