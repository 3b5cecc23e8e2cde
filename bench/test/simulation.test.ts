import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MEASURED_COSTS } from '../src/simulation/costs.ts';
import { simulate, type SimulationInput } from '../src/simulation/simulate.ts';

const INPUT: SimulationInput = {
  costs: MEASURED_COSTS,
  seed: 1,
  seconds: 30,
  ratePerSecond: 4_000,
  nodes: 2,
  processesPerNode: 1,
  databaseCores: 1,
  maxWaiting: 20_000,
};

suite('simulation', () => {
  test('the same seed gives the same result, another seed another one', () => {
    const short = { ...INPUT, seconds: 2 };
    assert.deepEqual(simulate(short), simulate(short));
    assert.notDeepEqual(simulate(short), simulate({ ...short, seed: 2 }));
  });

  test('below capacity nothing is refused, and at most three seconds of clicks are not loaded', () => {
    const result = simulate(INPUT);
    assert.equal(result.refused, 0);
    assert.equal(result.answered, result.loaded + result.backlog);
    assert.ok(result.inFlight >= 0 && result.inFlight < 100);
    assert.ok(result.maxBacklog < 3 * INPUT.ratePerSecond);
  });

  test('above capacity as many are answered as the processors allow, and the rest is refused', () => {
    const result = simulate({ ...INPUT, seconds: 10, ratePerSecond: 40_000, maxWaiting: 100 });
    const micros = MEASURED_COSTS.serverMicros + MEASURED_COSTS.loaderMicros;
    const atLeast = (INPUT.nodes * 1e6) / micros;
    const atMost = (INPUT.nodes * 1e6) / MEASURED_COSTS.serverMicros;
    assert.ok(result.answered / 10 > 0.95 * atLeast && result.answered / 10 <= atMost);
    assert.ok(result.refused > 0);
  });

  test('without a loader the mean wait is that of an M/D/1 queue', () => {
    const costs = { ...MEASURED_COSTS, serverMicros: 100, loaderMicros: 0 };
    const { meanWait } = simulate({ ...INPUT, costs, nodes: 1, ratePerSecond: 7_000, seconds: 60 });
    const busy = 0.7;
    const expected = (busy * 100e-6) / (2 * (1 - busy));
    assert.ok(Math.abs(meanWait / expected - 1) < 0.05, `${meanWait} for ${expected}`);
  });

  test('a database outage refuses no one, and its clicks wait until it is back', () => {
    const outage = { from: 5, to: 15 };
    const result = simulate({ ...INPUT, seconds: 60, databaseOutages: [outage] });
    assert.equal(result.refused + result.broken, 0);
    const missed = INPUT.ratePerSecond * (outage.to - outage.from);
    assert.ok(result.maxBacklog > 0.95 * missed);
    assert.ok(result.maxBacklog < missed + 5 * INPUT.ratePerSecond);
    assert.ok(result.behindUntil > outage.to && result.backlog < 3 * INPUT.ratePerSecond);
  });

  test('a killed node loses the requests in flight only, and its journal is loaded afterwards', () => {
    const result = simulate({ ...INPUT, nodeOutages: [{ node: 0, from: 5.001, to: 10 }] });
    assert.ok(result.broken < 100);
    assert.equal(result.refused, 0);
    assert.equal(result.answered, result.loaded + result.backlog);
    assert.ok(result.backlog < 3 * INPUT.ratePerSecond);
  });
});
