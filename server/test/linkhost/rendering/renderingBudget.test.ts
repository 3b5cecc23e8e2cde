import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createRenderingBudget } from '#faces/linkhost/createRenderingBudget.ts';

/** A budget whose clock moves only as it is told to: what one costs, and what passes between two. */
function newBudget(perClient: boolean) {
  let at = 0;
  const budget = createRenderingBudget({ perClient, now: () => at });
  const draw = (client: string, ms: number) => {
    const drawn = budget.run(client, () => {
      at += ms;
      return 'drawn' as const;
    });
    return drawn === 'drawn' ? drawn : drawn.usedUp;
  };
  return { budget, draw, pass: (ms: number) => void (at += ms) };
}

suite('the budget of pages and images', () => {
  test('is a hundred at once for a client, then five a second; others have their own', () => {
    const { draw, pass } = newBudget(true);
    for (let count = 0; count < 100; count += 1) assert.equal(draw('one', 0), 'drawn');
    assert.equal(draw('one', 0), 'client');
    assert.equal(draw('other', 0), 'drawn');
    pass(1000);
    for (let count = 0; count < 5; count += 1) assert.equal(draw('one', 0), 'drawn');
    assert.equal(draw('one', 0), 'client');
  });

  test('is half a second of work at once for all, then a tenth of the time', () => {
    const { draw, pass } = newBudget(true);
    for (let count = 0; count < 5; count += 1) assert.equal(draw(`client ${count}`, 125), 'drawn');
    // 625 are spent, and 62.5 came back meanwhile.
    assert.equal(draw('another', 0), 'process');
    pass(1000);
    assert.equal(draw('another', 0), 'drawn');
  });

  test('has no share of each client where clients are not limited', () => {
    const { draw } = newBudget(false);
    for (let count = 0; count < 1000; count += 1) assert.equal(draw('one', 0), 'drawn');
    assert.equal(draw('one', 600), 'drawn');
    assert.equal(draw('one', 0), 'process');
  });

  test('counts what failed', () => {
    const { budget, draw } = newBudget(true);
    for (let count = 0; count < 100; count += 1) {
      assert.throws(() => budget.run('one', () => assert.fail('not drawn')));
    }
    assert.equal(draw('one', 0), 'client');
  });
});
