import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import fc from 'fast-check';
import { awayFromTurn, DAY_MS } from '../awayFromTurn.ts';
import { takeFailures } from './failures.ts';
import { SEED } from './seed.ts';

// Loaded before the files of each process.

/** Longer than a test takes that speaks of today, of yesterday or of this month. */
const MARGIN_MS = 20_000;

// No test begins so late in a UTC day that it would end in another.
beforeEach(() => awayFromTurn(DAY_MS, MARGIN_MS), { timeout: 2 * MARGIN_MS });

afterEach(() => {
  assert.deepEqual(takeFailures(), [], 'a request failed with an internal error');
});

// A property that fails ends with what it failed for. Looking for something smaller means asking a database for minutes.
fc.configureGlobal({ seed: SEED, endOnFailure: true });
