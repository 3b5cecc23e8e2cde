import { beforeEach } from 'node:test';
import { awayFromTurn, DAY_MS } from './awayFromTurn.ts';

/** Longer than a test takes that speaks of today, of yesterday or of this month. */
const MARGIN_MS = 20_000;

// Loaded by `npm test` before all files: no test begins so late in a UTC day that it would end in another.
beforeEach(() => awayFromTurn(DAY_MS, MARGIN_MS), { timeout: 2 * MARGIN_MS });
