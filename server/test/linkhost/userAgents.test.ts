import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createVisitorReader } from '#visits/visitors/readVisitor.ts';
import { decideVisit } from '#visits/decision/decideVisit.ts';
import { USER_AGENTS } from './corpora/userAgents.corpus.ts';
import { aVisit } from './visits.ts';

suite('user agent corpus', () => {
  const readVisitor = createVisitorReader();

  for (const { name, expect, userAgents } of USER_AGENTS) {
    test(name, () => {
      const { page, opens, ...reading } = expect;
      const unsaid = { webview: null, crawler: null, automation: null, maybeIpad: false };
      for (const userAgent of userAgents) {
        const visitor = readVisitor({ userAgent, header: () => undefined });
        const expected: Partial<typeof visitor> = { ...unsaid, ...reading };
        assert.deepEqual({ ...visitor, ...expected }, visitor, userAgent);
        const link = { iosSocialBreakout: true, iosBrowserAutoOpen: true };
        const decision = decideVisit(aVisit({ link, visitor }));
        assert.equal(decision.page, page, userAgent);
        if (opens !== undefined) {
          assert.equal(decision.page === 'androidOpen' && decision.open.kind, opens, userAgent);
        }
      }
    });
  }

  test('has at least 150 unique user agents', () => {
    const all = USER_AGENTS.flatMap((group) => group.userAgents);
    assert.ok(all.length >= 150);
    assert.equal(new Set(all).size, all.length);
  });
});
