import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MEASURED_COSTS } from '../src/simulation/costs.ts';
import type { SimulationInput } from '../src/simulation/model.ts';
import { simulate } from '../src/simulation/simulate.ts';

const RATE = 4_000;
const open = (ratePerSecond: number) => ({ kind: 'open', ratePerSecond }) as const;

const INPUT: SimulationInput = {
  costs: MEASURED_COSTS,
  seed: 1,
  seconds: 30,
  load: open(RATE),
  nodes: 2,
  processesPerNode: 1,
  cores: { kind: 'own', database: 1 },
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
    assert.ok(result.maxBacklog < 3 * RATE);
  });

  test('above capacity as many are answered as the processors allow, and the rest is refused', () => {
    const result = simulate({ ...INPUT, seconds: 10, load: open(40_000), maxWaiting: 100 });
    const micros = MEASURED_COSTS.serverMicros + MEASURED_COSTS.loaderMicros;
    const atLeast = (INPUT.nodes * 1e6) / micros;
    const atMost = (INPUT.nodes * 1e6) / MEASURED_COSTS.serverMicros;
    assert.ok(result.answered / 10 > 0.95 * atLeast && result.answered / 10 <= atMost);
    assert.ok(result.refused > 0);
  });

  test('without a loader the mean wait is that of an M/D/1 queue', () => {
    const costs = { ...MEASURED_COSTS, serverMicros: 100, loaderMicros: 0 };
    const { meanWait } = simulate({ ...INPUT, costs, nodes: 1, load: open(7_000), seconds: 60 });
    const busy = 0.7;
    const expected = (busy * 100e-6) / (2 * (1 - busy));
    assert.ok(Math.abs(meanWait / expected - 1) < 0.05, `${meanWait} for ${expected}`);
  });

  test('a database outage refuses no one, and its clicks wait until it is back', () => {
    const outage = { from: 5, to: 15 };
    const result = simulate({ ...INPUT, seconds: 60, databaseOutages: [outage] });
    assert.equal(result.refused + result.broken, 0);
    const missed = RATE * (outage.to - outage.from);
    assert.ok(result.maxBacklog > 0.95 * missed);
    assert.ok(result.maxBacklog < missed + 5 * RATE);
    assert.ok(result.behindUntil > outage.to && result.backlog < 3 * RATE);
  });

  test('a killed node loses the requests in flight only, and its journal is loaded afterwards', () => {
    const result = simulate({ ...INPUT, nodeOutages: [{ node: 0, from: 5.001, to: 10 }] });
    assert.ok(result.broken < 100);
    assert.equal(result.refused, 0);
    assert.equal(result.answered, result.loaded + result.backlog);
    assert.ok(result.backlog < 3 * RATE);
  });

  test('clients that wait for their answers keep the one thread of a process busy', () => {
    const clients = { kind: 'closed', clients: 64, generators: 1 } as const;
    const { answered, loaded, inFlight } = simulate({
      ...INPUT,
      seconds: 10,
      nodes: 1,
      load: clients,
    });
    const { serverMicros, loaderMicros } = MEASURED_COSTS;
    const busy = (answered * serverMicros + loaded * loaderMicros) / 1e6;
    assert.ok(busy > 9.5 && busy < 10.1, String(busy));
    assert.ok(inFlight <= 64);
  });

  test('one client is answered once per round trip', () => {
    const costs = { ...MEASURED_COSTS, loaderMicros: 0, databaseMicros: 0, generatorMicros: 50 };
    const one = { kind: 'closed', clients: 1, generators: 1 } as const;
    const result = simulate({ ...INPUT, costs, seconds: 10, nodes: 1, load: one });
    const roundTrip = costs.serverMicros + costs.flushMicros + costs.generatorMicros;
    assert.ok(Math.abs(result.answered / 10 / (1e6 / roundTrip) - 1) < 0.01);
  });

  test('nodes, database and generators on one machine share its cores and leave none idle', () => {
    const costs = { ...MEASURED_COSTS, generatorMicros: 40 };
    const clients = { kind: 'closed', clients: 64, generators: 2 } as const;
    const cores = { kind: 'shared', count: 2 } as const;
    const input = { ...INPUT, seconds: 10, costs, nodes: 2, load: clients, cores };
    const { answered, loaded } = simulate(input);
    const { serverMicros, loaderMicros, databaseMicros, generatorMicros } = costs;
    const busy =
      (answered * (serverMicros + generatorMicros) + loaded * (loaderMicros + databaseMicros)) /
      1e6;
    assert.ok(busy > 19 && busy < 20.2, String(busy));
    assert.ok(loaded > 0);
  });

  test('a replica is behind by the delay and the replay of a batch', () => {
    const replica = { delaySeconds: 0.05, replayMicros: 10 };
    const { maxLag, answered, loaded, backlog } = simulate({ ...INPUT, replica });
    assert.ok(maxLag >= 0.05 && maxLag < 0.05 + 0.1, String(maxLag));
    assert.equal(answered, loaded + backlog);
  });

  test('a replica that replays more slowly than clicks are loaded falls behind', () => {
    const replica = { delaySeconds: 0.05, replayMicros: 4_000 };
    // A second of clicks takes two.
    assert.ok(simulate({ ...INPUT, load: open(500), replica }).maxLag > 10);
  });

  test('a failover to a lagging replica loses nothing: the journals load again what it lacks', () => {
    const replica = { delaySeconds: 0.05, replayMicros: 10, outages: [{ from: 5, to: 100 }] };
    const failover = { from: 15, to: 20 };
    const result = simulate({ ...INPUT, load: open(1_000), seconds: 60, replica, failover });
    assert.equal(result.refused + result.broken + result.lost, 0);
    assert.ok(Math.abs(result.reloaded / (10 * 1_000) - 1) < 0.1, String(result.reloaded));
    assert.equal(result.answered, result.loaded + result.backlog);
    assert.ok(result.behindUntil > failover.to && result.backlog < 3 * 1_000);
  });

  test('a failover loses what the replica lacks and the journals kept no longer', () => {
    const replica = { delaySeconds: 0.05, replayMicros: 10, outages: [{ from: 5, to: 900 }] };
    const short = { ...INPUT, load: open(100), seconds: 400, replica };
    const result = simulate({ ...short, failover: { from: 350, to: 360 } });
    assert.ok(Math.abs(result.lost / (55 * 100) - 1) < 0.1, String(result.lost));
    assert.equal(result.answered, result.loaded + result.backlog + result.lost);
  });
});
