import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  afterFailure,
  afterFind,
  afterLoad,
  afterNote,
  decideStep,
  isAway,
  isLoaded,
  type Loading,
  startLoading,
  type Surroundings,
} from '#visits/journal/loading.ts';

const NOW = 60_000;

/** A quiet moment of a journal whose positions 0 to 100 are on the disk. */
const quiet: Surroundings = {
  journal: { start: 0, end: 100 },
  batchBytes: 50,
  isAwaited: false,
  stopBy: null,
  now: NOW,
  patience: 1,
};

const started = startLoading(quiet.journal);
const at = (position: number) => afterFind(started, position, null);
const noted = (position: number) => afterNote(at(position), NOW - 400);
/** A batch that took 100 ms and ended 50 ms ago. */
const loaded = (to: number) => afterLoad(at(0), { to, begunAt: NOW - 150, now: NOW - 50 });
const failed = (times: number, since = NOW) =>
  Array.from({ length: times }).reduce<Loading>((loading) => afterFailure(loading, since), at(0));
const found = (loading: Loading) => afterFind(loading, 0, null);

const cases: readonly [string, Loading, Partial<Surroundings>, string][] = [
  ['a start asks how far the journal is loaded', started, {}, 'find'],
  ['a start whose journal is empty asks, too', started, { journal: { start: 0, end: 0 } }, 'find'],
  ['a backlog is loaded', at(0), {}, 'load'],
  ['what is left of a journal that has lost its beginning is loaded', at(-20), {}, 'load'],
  ['with nothing to load, that is noted', at(100), {}, 'note'],
  [
    'once it is noted, news are waited for until it is time to note again',
    noted(100),
    {},
    'wait 600',
  ],
  ['news end the waiting', noted(99), {}, 'load'],
  ['after a batch there is a rest, of three times as long', loaded(60), {}, 'rest 250'],
  ['a rest comes before a note', loaded(100), {}, 'rest 250'],
  ['a backlog of a whole batch leaves no rest', loaded(50), {}, 'load'],
  ['a waiting reader ends the rest', loaded(60), { isAwaited: true }, 'load'],
  ['stopping ends the rest', loaded(60), { stopBy: NOW + 1 }, 'load'],
  ['a rest ends', loaded(60), { now: NOW + 250 }, 'load'],
  ['a failure is followed by a pause', failed(1), {}, 'pause 50'],
  ['pauses grow', failed(3), {}, 'pause 200'],
  ['pauses end growing', failed(20), {}, 'pause 2000'],
  ['a waiting reader does not end a pause', failed(1), { isAwaited: true }, 'pause 50'],
  ['after the pause, the position is asked for again', failed(1), { now: NOW + 50 }, 'find'],
  ['then the backlog is loaded', found(failed(1)), { now: NOW + 50 }, 'load'],
  ['stopping loads what is left', at(0), { stopBy: NOW + 1 }, 'load'],
  ['stopping asks for an unknown position', started, { stopBy: NOW + 1 }, 'find'],
  ['stopping ends once everything is loaded', noted(100), { stopBy: NOW + 1 }, 'finish'],
  ['stopping gives up when its time is over', at(0), { stopBy: NOW }, 'give up'],
  ['stopping tries again after a failure', failed(1), { stopBy: NOW + 1 }, 'pause 50'],
  [
    'stopping does not wait for a target that is away',
    failed(1, 0),
    { stopBy: NOW + 1 },
    'give up',
  ],
  ['stopping loads into one that answers again', found(failed(1, 0)), { stopBy: NOW + 1 }, 'load'],
  ['a target that is away is tried forever otherwise', failed(1, 0), {}, 'find'],
];

describe('the steps of the journal loader', () => {
  for (const [title, loading, surroundings, expected] of cases) {
    test(title, () => {
      const step = decideStep(loading, { ...quiet, ...surroundings });
      assert.equal('ms' in step ? `${step.kind} ${step.ms}` : step.kind, expected);
    });
  }

  test('a target is away when it has failed for longer than a second, until something was loaded', () => {
    const failing = afterFailure(afterFailure(at(0), 0), 900);
    assert.deepEqual([isAway(failing, 1000, 1), isAway(failing, 1001, 1)], [false, true]);
    assert.equal(isAway(failing, 1001, 20), false);
    assert.equal(isAway(found(failing), 1001, 1), true);
    const again = afterLoad(found(failing), { to: 10, begunAt: 1001, now: 1002 });
    assert.equal(isAway(again, 9999, 1), false);
  });

  test('nothing counts as loaded while it is uncertain what is', () => {
    assert.deepEqual(
      [isLoaded(started, 0), isLoaded(at(60), 60), isLoaded(at(60), 61)],
      [false, true, false],
    );
    assert.equal(isLoaded(afterFailure(at(60), NOW), 60), false);
  });

  test('the end that a repeated batch must have is for one batch, and read again after a failure', () => {
    const repeated = afterFind(started, 0, 30);
    assert.equal(repeated.batchEnd, 30);
    assert.equal(afterLoad(repeated, { to: 30, begunAt: 0, now: 0 }).batchEnd, null);
    assert.equal(afterFind(afterFailure(repeated, 0), 30, null).batchEnd, null);
  });

  test('what it takes for loaded is, whatever fails, and stopping ends with all of it or a target that is away', () => {
    const outcome = fc.constantFrom('works', 'works', 'fails', 'answer is lost');
    const turn = fc.record({ outcome, written: fc.nat(60), isAwaited: fc.boolean() });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 60 }), fc.nat(100), (turns, position) => {
        const world = openWorld(position);
        for (const each of turns) world.turn(each);
        world.stop();
        for (let steps = 0; world.turn({ outcome: 'works', written: 0, isAwaited: false });) {
          steps += 1;
          assert.ok(steps < 100, 'it ends');
        }
      }),
    );
  });
});

interface Turn {
  readonly outcome: string;
  readonly written: number;
  readonly isAwaited: boolean;
}

/** A journal that grows, a target that has loaded it up to a position, and a loader that takes a step each turn. */
function openWorld(position: number) {
  const journal = { start: 0, end: 100 };
  let stored = position;
  let now = 0;
  let stopBy: number | null = null;
  let loading = startLoading(journal);

  /** What a step changes in the target: it may have happened although the step failed. */
  function attempt({ outcome }: Turn, change: () => void, after: () => Loading): void {
    now += 10;
    if (outcome !== 'fails') change();
    loading = outcome === 'works' ? after() : afterFailure(loading, now);
  }

  /** False at the end. */
  function turn(each: Turn): boolean {
    journal.end += each.written;
    const { isAwaited } = each;
    const step = decideStep(loading, { ...quiet, journal, isAwaited, stopBy, now });
    if (step.kind === 'find') {
      const find = () => afterFind(loading, stored, null);
      attempt(each, () => {}, find);
    } else if (step.kind === 'load') {
      const batch = { to: Math.min(journal.end, loading.position + 50), begunAt: now };
      const load = () => afterLoad(loading, { ...batch, now });
      attempt(each, () => (stored = batch.to), load);
    } else if (step.kind === 'note') {
      assert.equal(stored, journal.end);
      const note = () => afterNote(loading, now);
      attempt(each, () => {}, note);
    } else if (step.kind === 'finish') {
      assert.equal(stored, journal.end);
      return false;
    } else if (step.kind === 'give up') {
      assert.ok(isAway(loading, now, quiet.patience));
      return false;
    } else {
      assert.ok(step.ms > 0);
      now += step.ms;
    }
    if (loading.isCertain) assert.equal(loading.position, stored);
    return true;
  }

  return { turn, stop: () => (stopBy = now + 10_000) };
}
