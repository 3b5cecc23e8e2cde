import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allApart, eachApart, stepsApart } from '#platform/db/apart.ts';
import { isUnavailable } from '#platform/db/connections/isUnavailable.ts';

const nameOf = (item: number) => `project ${item}`;

/** Does so many things, of which some fail in this way; what was done, and the error. */
async function tryOf(
  count: number,
  failing: Readonly<Record<number, Error>>,
  each: typeof eachApart | typeof allApart = eachApart,
) {
  const done: number[] = [];
  const work = async (item: number) => {
    if (failing[item]) throw failing[item];
    done.push(item);
  };
  const items = Array.from({ length: count }, (_, index) => index);
  const error = await each(items, { nameOf, work }).then(
    () => undefined,
    (reason: Error) => reason,
  );
  return { done, error };
}

const away = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });

describe('parts of a job', () => {
  for (const each of [eachApart, allApart]) {
    test(`${each.name}: all others are done, and the error names those that failed`, async () => {
      const { done, error } = await tryOf(5, { 1: new Error('bad'), 3: new Error('worse') }, each);
      assert.deepEqual(done, [0, 2, 4]);
      assert.match(String(error), /project 1: bad; project 3: worse$/);
      assert.equal(isUnavailable(error), false);
      assert.equal((await tryOf(3, {}, each)).error, undefined);
    });
  }

  test('one that the database did not answer stops nothing; three in a row stop the rest', async () => {
    const one = await tryOf(4, { 1: away() });
    assert.deepEqual(one.done, [0, 2, 3]);
    assert.match(String(one.error), /project 1: gone/);
    const gone = await tryOf(9, { 1: away(), 3: away(), 4: away(), 5: away() });
    assert.deepEqual(gone.done, [0, 2]);
    assert.ok(isUnavailable(gone.error));
  });

  test('what fails to list them is told beside what has failed before', async () => {
    async function* items() {
      yield 1;
      throw new Error('no more');
    }
    const work = () => Promise.reject(new Error('bad'));
    await assert.rejects(
      eachApart(items(), { nameOf, work }),
      /project 1: bad; all others: no more/,
    );
  });

  test('steps go on past one that fails', async () => {
    const done: string[] = [];
    const steps = {
      first: () => Promise.reject(new Error('bad')),
      second: async () => done.push('second'),
    };
    await assert.rejects(stepsApart(steps), /first: bad/);
    assert.deepEqual(done, ['second']);
  });
});
