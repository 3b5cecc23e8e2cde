import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readFirstOpen } from '#apps/attribution/matching/readFirstOpen.ts';
import { createVisitorReader } from '#visits/visitors/readVisitor.ts';
import { anyProject } from '../support/callers/personas.ts';

const readVisitor = createVisitorReader();

suite('a first open', () => {
  for (const [at, days] of [
    ['2026-11-23T12:00:00Z', ['2026-11-23']],
    ['2026-11-23T02:00:00Z', ['2026-11-22', '2026-11-23']],
    // The node that took the click may be a minute and a half ahead of this one, and this one behind.
    ['2026-11-23T23:57:00Z', ['2026-11-23', '2026-11-24']],
  ] as const) {
    test(`at ${at} looks for clicks of ${days.join(' and ')}`, async () => {
      const { project } = await anyProject();
      const asked: string[] = [];
      const hashAddress = (_project: object, _address: string, ms: number) => {
        asked.push(new Date(ms).toISOString().slice(0, 10));
        return '1';
      };
      const visitor = readVisitor({ userAgent: undefined, header: () => undefined });
      readFirstOpen(project, hashAddress, {
        request: { fingerprint: {} },
        opener: null,
        visitor,
        clientPlatform: 'ios',
        address: '192.0.2.1',
        at: new Date(at),
      });
      assert.deepEqual(asked, days);
    });
  }
});
