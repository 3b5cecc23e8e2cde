import { UNKNOWN_WEBVIEW } from '@fairlead/contract/visitorWords';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import crawlers from 'crawler-user-agents';
import fc from 'fast-check';
import UserAgents from 'user-agents';
import type { UserAgentData } from 'user-agents';
import { weighSignals } from '#apps/attribution/matching/weighSignals.ts';
import { BROWSERS, PARSED_BROWSERS, PARSED_SYSTEMS } from '#visits/visitors/browsers.ts';
import { CRAWLERS } from '#visits/visitors/crawlers.ts';
import { readUserAgent } from '#visits/visitors/readUserAgent.ts';
import { createVisitorReader } from '#visits/visitors/readVisitor.ts';
import { WEBVIEWS } from '#visits/visitors/webviews.ts';
import { decideVisit } from '#visits/decision/decideVisit.ts';
import { CRAWLERS_THAT_ARE_PEOPLE, PEOPLE_WHO_ARE_BOTS } from './outsiders.corpus.ts';
import { USER_AGENTS } from './userAgents.corpus.ts';
import { aVisit } from '../linkhost/visits.ts';

suite('user agent corpus', () => {
  const readVisitor = createVisitorReader();

  for (const { name, expect, userAgents } of USER_AGENTS) {
    test(name, () => {
      const { page, opens, systemVersion, ...reading } = expect;
      const unsaid = { webview: null, crawler: null, automation: null, maybeIpad: false };
      for (const userAgent of userAgents) {
        const visitor = readVisitor({ userAgent, header: () => undefined });
        const expected: Partial<typeof visitor> = { ...unsaid, ...reading };
        assert.deepEqual({ ...visitor, ...expected }, visitor, userAgent);
        if (systemVersion !== undefined) {
          assert.equal(visitor.os?.version, systemVersion, userAgent);
        }
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

/** What `user-agents` holds beyond its types: where the browser was seen. */
type Seen = UserAgentData & { readonly deviceCategory: 'desktop' | 'mobile' | 'tablet' };

suite('user agents collected by others', () => {
  const listed = crawlers.flatMap((crawler) => crawler.instances);
  const seen = UserAgents.top(Number.MAX_SAFE_INTEGER) as Seen[];
  const distinct = [...new Map(seen.map((row) => [row.userAgent, row])).values()];

  test('crawler-user-agents: all 2,000 are bots, except for the people named', (context) => {
    assert.ok(listed.length >= 2_000);
    const people = listed.filter((userAgent) => readUserAgent(userAgent).automation === null);
    assert.deepEqual(people.toSorted(), [...CRAWLERS_THAT_ARE_PEOPLE.keys()].toSorted());
    context.diagnostic(`${people.length} of ${listed.length} crawlers are counted as people`);
  });

  test('user-agents: browsers in use are people, except for the bots named', (context) => {
    assert.ok(distinct.length >= 500);
    const bots = new Set(
      distinct
        .map(({ userAgent }) => userAgent)
        .filter((userAgent) => readUserAgent(userAgent).automation !== null),
    );
    assert.deepEqual([...bots].toSorted(), [...PEOPLE_WHO_ARE_BOTS.keys()].toSorted());
    const share = sumWeights(seen.filter(({ userAgent }) => bots.has(userAgent)));
    const percent = ((100 * share) / sumWeights(seen)).toFixed(2);
    context.diagnostic(`${percent} % of the traffic of ${distinct.length} is counted as bots`);
  });

  test('user-agents: each device is read as the kind that it was seen as', () => {
    const wrong = distinct.filter(
      ({ userAgent, deviceCategory }) => readUserAgent(userAgent).device !== deviceCategory,
    );
    assert.deepEqual(wrong, []);
  });
});

function sumWeights(rows: readonly Seen[]): number {
  return rows.reduce((sum, { weight }) => sum + weight, 0);
}

suite('iOS 19 to 25', () => {
  const unknown = { model: null, screen: null, timeZone: null, language: null };
  const verdictOf = (os: 'ios' | 'android', click: number, open: number) =>
    weighSignals(os, { ...unknown, osMajor: click }, { ...unknown, osMajor: open }).find(
      ({ signal }) => signal === 'osMajor',
    )?.verdict;

  test('mean 26 in a click and in an app', () => {
    for (const said of [19, 22, 25, 26]) {
      assert.equal(verdictOf('ios', said, 26), 'agrees');
      assert.equal(verdictOf('ios', 26, said), 'agrees');
      assert.equal(verdictOf('ios', said, 27), 'differs');
      assert.equal(verdictOf('ios', said, 18), 'differs');
    }
  });

  test('are versions of their own on Android', () => {
    assert.equal(verdictOf('android', 19, 26), 'differs');
  });
});

const PARTS = [
  'Mozilla/5.0 (',
  'Linux; ',
  'X11; ',
  'Android 14; ',
  'iPhone; CPU iPhone OS 19_0 like ',
  'Macintosh; Intel Mac OS X 10_15_7; ',
  ') ',
  'AppleWebKit/537.36 (KHTML, like Gecko) ',
  'Version/26.0 Mobile/',
  'Version/',
  'Chrome/99 ',
  ' Safari/1',
  'Electron/',
  ' Build/',
];

suite('hostile user agents', () => {
  const browsers = new Set([
    ...BROWSERS.map(({ name }) => name),
    ...PARSED_BROWSERS.values(),
    ...WEBVIEWS.map(({ name }) => name),
    'WebView',
    'Other',
  ]);
  const webviews = new Set([...WEBVIEWS.map(({ name }) => name), UNKNOWN_WEBVIEW]);
  const crawlerNames = new Set(CRAWLERS.map(({ name }) => name));
  const systems = new Set([...PARSED_SYSTEMS.values(), 'iOS', 'Android', 'Other']);
  const part = fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 20 }));

  test('are read as names of closed lists only', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const { browser, webview, crawler, os } = readUserAgent(parts.join(''));
        assert.ok(browser === null || browsers.has(browser));
        assert.ok(webview === null || webviews.has(webview));
        assert.ok(crawler === null || crawlerNames.has(crawler));
        assert.ok(os === null || systems.has(os.name));
        assert.match(os?.version ?? '0', /^\d{1,4}(?:\.\d{1,4}){0,2}$/);
      }),
    );
  });
});
