import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newProject } from '../support/callers/personas.ts';
import { HOUR, newEvent, rowsOf, sendEvents, timeAt } from './callers.ts';

const MINUTE = 60 * 1000;

/** How far the stored times are from now, to the minute, by the ids of events. */
async function timesOf(project: Awaited<ReturnType<typeof newProject>>) {
  const rows = await rowsOf(project);
  // Adding nothing makes nothing of minus nothing.
  const minutes = (at: Date | null) => at && Math.round((at.getTime() - Date.now()) / MINUTE) + 0;
  return Object.fromEntries(
    rows.map((row) => [row.event_id, [minutes(row.at), minutes(row.said_at)]]),
  );
}

describe('times of events', () => {
  test('without one it is that of receipt, and so is one in the future', async () => {
    const project = await newProject();
    await sendEvents(project, [
      newEvent({ eventId: 'none' }),
      newEvent({ eventId: 'past', at: timeAt(-HOUR) }),
      newEvent({ eventId: 'future', at: timeAt(HOUR) }),
    ]);
    assert.deepEqual(await timesOf(project), {
      none: [0, null],
      past: [-60, -60],
      future: [0, 60],
    });
  });

  for (const [what, wrong] of [
    ['slow', -48],
    ['fast', 48],
  ] as const) {
    test(`a ${what} clock is corrected by the time of the call, and what it said is kept`, async () => {
      const project = await newProject();
      const events = [
        newEvent({ eventId: 'past', at: timeAt((wrong - 1) * HOUR) }),
        newEvent({ eventId: 'future', at: timeAt((wrong + 1) * HOUR) }),
        newEvent({ eventId: 'none' }),
      ];
      await sendEvents(project, events, timeAt(wrong * HOUR));
      assert.deepEqual(await timesOf(project), {
        past: [-60, (wrong - 1) * 60],
        future: [0, (wrong + 1) * 60],
        none: [0, null],
      });
    });
  }

  test('a clock that was never set is corrected too', async () => {
    const project = await newProject();
    const event = newEvent({ eventId: 'past', at: '1970-01-01T00:00:00Z' });
    await sendEvents(project, [event], '1970-01-01T01:00:00Z');
    assert.equal((await timesOf(project))['past']?.[0], -60);
  });
});
