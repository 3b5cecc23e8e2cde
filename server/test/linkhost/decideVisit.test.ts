import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Automation } from '#visits/visitors/Visitor.ts';
import { decideVisit } from '#visits/decision/decideVisit.ts';
import type { Decision, VisitedLink, VisitedProject } from '#visits/decision/Visit.ts';
import { aVisit, FULL_PROJECT, VISITORS, type VisitorName } from './visits.ts';

/**
 * Rule: visitors as it is written there, one row a visitor, one column a kind of link; a cell is the page and the
 * field where a visitor without the app ends up. The flags are `iosSocialBreakout` and `iosBrowserAutoOpen`.
 */
const WITHOUT_PARAMETERS = `
visitor                  | unified             | dynamic, no flags              | dynamic, auto-open             | dynamic, breakout              | dynamic, both flags
crawler                  | preview fallbackUrl | preview fallbackUrl            | preview fallbackUrl            | preview fallbackUrl            | preview fallbackUrl
crawler that says iPhone | preview iosUrl      | preview iosFallbackUrl         | preview iosFallbackUrl         | preview iosFallbackUrl         | preview iosFallbackUrl
desktop                  | redirect fallbackUrl| redirect fallbackUrl           | redirect fallbackUrl           | redirect fallbackUrl           | redirect fallbackUrl
other                    | redirect fallbackUrl| redirect fallbackUrl           | redirect fallbackUrl           | redirect fallbackUrl           | redirect fallbackUrl
iOS browser              | redirect iosUrl     | redirect iosFallbackUrl        | autoOpen iosFallbackUrl        | launch iosFallbackUrl          | autoOpen iosFallbackUrl
iOS webview              | redirect iosUrl     | redirect iosFallbackUrl        | redirect iosFallbackUrl        | launch iosFallbackUrl          | launch iosFallbackUrl
Android browser          | redirect androidUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl
Android Firefox          | redirect androidUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl
Android webview          | redirect androidUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl | androidOpen androidFallbackUrl
`;

const NODL = `
visitor                  | unified                     | dynamic, no flags           | dynamic, auto-open          | dynamic, breakout           | dynamic, both flags
crawler                  | preview fallbackUrl         | preview fallbackUrl         | preview fallbackUrl         | preview fallbackUrl         | preview fallbackUrl
crawler that says iPhone | preview iosFallbackUrl      | preview iosFallbackUrl      | preview iosFallbackUrl      | preview iosFallbackUrl      | preview iosFallbackUrl
desktop                  | redirect fallbackUrl        | redirect fallbackUrl        | redirect fallbackUrl        | redirect fallbackUrl        | redirect fallbackUrl
other                    | redirect fallbackUrl        | redirect fallbackUrl        | redirect fallbackUrl        | redirect fallbackUrl        | redirect fallbackUrl
iOS browser              | redirect iosFallbackUrl     | redirect iosFallbackUrl     | redirect iosFallbackUrl     | redirect iosFallbackUrl     | redirect iosFallbackUrl
iOS webview              | redirect iosFallbackUrl     | redirect iosFallbackUrl     | redirect iosFallbackUrl     | redirect iosFallbackUrl     | redirect iosFallbackUrl
Android browser          | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl
Android Firefox          | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl
Android webview          | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl | redirect androidFallbackUrl
`;

const LINKS: Readonly<Record<string, Partial<VisitedLink>>> = {
  unified: { type: 'unified' },
  'dynamic, no flags': { iosSocialBreakout: false },
  'dynamic, auto-open': { iosSocialBreakout: false, iosBrowserAutoOpen: true },
  'dynamic, breakout': { iosSocialBreakout: true },
  'dynamic, both flags': { iosSocialBreakout: true, iosBrowserAutoOpen: true },
};
/** The flags belong to dynamic links alone: a unified link with both answers as one without. */
const UNIFIED_WITH_FLAGS = {
  type: 'unified',
  iosSocialBreakout: true,
  iosBrowserAutoOpen: true,
} as const;
const VISITOR_NAMES = Object.keys(VISITORS).filter(isVisitorName);

function isVisitorName(name: string | undefined): name is VisitorName {
  return name !== undefined && name in VISITORS;
}

interface Cell {
  readonly visitor: VisitorName;
  readonly kind: string;
  readonly expected: string;
}

function cellsOf(table: string): Cell[] {
  const [head, ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  assert.ok(head);
  assert.deepEqual(
    rows.map((row) => row[0]),
    VISITOR_NAMES,
    'a row for every visitor',
  );
  assert.deepEqual(head.slice(1), Object.keys(LINKS), 'a column for every kind of link');
  return rows.flatMap(([visitor, ...cells]) => {
    assert.ok(isVisitorName(visitor));
    return cells.map((expected, index) => ({ visitor, kind: head[index + 1] ?? '', expected }));
  });
}

/** `page field`, as the tables write it. */
function said(decision: Decision): string {
  return `${decision.page} ${decision.fallback?.split('/').at(-1) ?? 'nowhere'}`;
}

function checkTable(table: string, query: string) {
  for (const { visitor, kind, expected } of cellsOf(table)) {
    const counted = visitor.startsWith('crawler') ? 'preview' : 'click';
    const source = query.includes('_qr=1') ? 'qr' : 'link';
    for (const link of kind === 'unified' ? [LINKS[kind], UNIFIED_WITH_FLAGS] : [LINKS[kind]]) {
      const decision = decideVisit(aVisit({ link: link ?? {}, visitor: VISITORS[visitor], query }));
      const where = `${visitor}, ${kind}`;
      assert.equal(said(decision), expected, where);
      assert.equal(decision.count, counted, where);
      assert.equal(decision.source, source, where);
      if (decision.page === 'redirect') assert.equal(decision.to, decision.fallback, where);
      assert.ok(decision.reason.length > 20, where);
    }
  }
}

suite('decideVisit: every cell of the table in Rule: visitors', () => {
  for (const query of [
    '',
    '_qr=1',
    'd=signed',
    '_lc=unverified',
    'utm_source=x',
    'ulhop=0',
    '_nodl=',
    'debug=yes',
  ]) {
    test(`holds with "${query}"`, () => checkTable(WITHOUT_PARAMETERS, query));
  }
  for (const query of ['_nodl=1', '_nodl=1&_qr=1', 'a=b&_nodl=1&d=x']) {
    test(`holds with "${query}"`, () => checkTable(NODL, query));
  }

  for (const query of ['ulhop=1', 'ulhop=1&_nodl=1', 'debug=1&ulhop=1', 'ulhop=1&d=x&_lc=y']) {
    test(`with "${query}" everyone is redirected to the iOS fallback without counting`, () => {
      for (const visitor of VISITOR_NAMES) {
        for (const link of Object.values(LINKS)) {
          const decision = decideVisit(aVisit({ link, visitor: VISITORS[visitor], query }));
          assert.equal(said(decision), 'redirect iosFallbackUrl', visitor);
          assert.equal(decision.count, 'none', visitor);
        }
      }
    });
  }

  for (const query of ['debug=1', '_dbg=1', 'debug=1&_nodl=1&_qr=1']) {
    test(`with "${query}" everyone gets the flow page without counting`, () => {
      for (const visitor of VISITOR_NAMES) {
        for (const link of Object.values(LINKS)) {
          const decision = decideVisit(aVisit({ link, visitor: VISITORS[visitor], query }));
          assert.equal(decision.page, 'flow', visitor);
          assert.equal(decision.status, 200, visitor);
          assert.equal(decision.count, 'none', visitor);
        }
      }
    });
  }
});

suite('HEAD, prefetch and bots', () => {
  for (const automation of ['head', 'prefetch', 'bot'] satisfies Automation[]) {
    test(`a ${automation} request gets the answer of a person and is counted as a bot`, () => {
      for (const { visitor, kind } of cellsOf(WITHOUT_PARAMETERS)) {
        if (visitor.startsWith('crawler')) continue;
        const person = aVisit({ link: LINKS[kind] ?? {}, visitor: VISITORS[visitor] });
        const program = { ...person, visitor: { ...VISITORS[visitor], automation } };
        assert.deepEqual(decideVisit(program), { ...decideVisit(person), count: 'bot' });
      }
    });
  }

  test('a visit that was counted before is answered without counting', () => {
    const visitor = VISITORS['iOS browser'];
    assert.equal(decideVisit(aVisit({ visitor, countedBefore: true })).count, 'none');
  });
});

suite('fallback order of destinations', () => {
  const CHAINS: readonly (readonly [VisitorName, VisitedLink['type'], string, string, string])[] = [
    // visitor, type, query, fields the link and project have, where it goes
    ['iOS browser', 'unified', '', 'iosUrl fallbackUrl defaultUrl', 'redirect iosUrl'],
    ['iOS browser', 'unified', '', 'iosFallbackUrl fallbackUrl defaultUrl', 'redirect fallbackUrl'],
    ['iOS browser', 'unified', '', 'iosFallbackUrl defaultUrl', 'redirect iosFallbackUrl'],
    ['iOS browser', 'unified', '', 'androidUrl defaultUrl', 'redirect defaultUrl'],
    ['iOS browser', 'unified', '', 'androidUrl androidFallbackUrl', 'nothing nowhere'],
    ['iOS browser', 'unified', '_nodl=1', 'iosUrl fallbackUrl', 'redirect fallbackUrl'],
    ['iOS browser', 'unified', '_nodl=1', 'iosUrl', 'nothing nowhere'],
    ['iOS browser', 'unified', 'ulhop=1', 'iosUrl fallbackUrl', 'redirect fallbackUrl'],
    ['iOS webview', 'dynamic', '', 'fallbackUrl defaultUrl', 'redirect fallbackUrl'],
    ['iOS webview', 'dynamic', '', 'iosUrl defaultUrl', 'redirect defaultUrl'],
    ['iOS webview', 'dynamic', '', 'iosUrl', 'nothing nowhere'],
    ['iOS webview', 'dynamic', 'ulhop=1', 'defaultUrl', 'redirect defaultUrl'],
    ['iOS webview', 'dynamic', 'ulhop=1', '', 'nothing nowhere'],
    ['Android browser', 'unified', '', 'androidUrl androidFallbackUrl', 'redirect androidUrl'],
    [
      'Android browser',
      'unified',
      '',
      'androidFallbackUrl fallbackUrl',
      'redirect androidFallbackUrl',
    ],
    ['Android browser', 'unified', '', 'fallbackUrl defaultUrl', 'redirect fallbackUrl'],
    ['Android browser', 'unified', '', 'iosUrl defaultUrl', 'redirect defaultUrl'],
    ['Android browser', 'unified', '', 'iosUrl', 'nothing nowhere'],
    ['Android browser', 'dynamic', '', 'fallbackUrl defaultUrl', 'androidOpen fallbackUrl'],
    ['Android browser', 'dynamic', '', 'androidUrl defaultUrl', 'androidOpen defaultUrl'],
    ['Android browser', 'dynamic', '', '', 'androidOpen nowhere'],
    ['Android browser', 'dynamic', '_nodl=1', 'fallbackUrl', 'redirect fallbackUrl'],
    ['Android browser', 'dynamic', '_nodl=1', '', 'nothing nowhere'],
    ['desktop', 'dynamic', '', 'iosUrl androidUrl defaultUrl', 'redirect defaultUrl'],
    ['desktop', 'unified', '', 'iosUrl androidUrl', 'desktop nowhere'],
    ['other', 'unified', '', '', 'desktop nowhere'],
    ['crawler', 'dynamic', '', '', 'preview nowhere'],
  ];
  for (const [visitor, type, query, fields, expected] of CHAINS) {
    test(`${visitor}, ${type} with ${fields || 'nothing'} ${query} → ${expected}`, () => {
      const present = fields.split(' ');
      const url = (field: string) =>
        present.includes(field) ? `https://to.example/${field}` : null;
      const decision = decideVisit(
        aVisit({
          query,
          visitor: VISITORS[visitor],
          link: {
            type,
            iosSocialBreakout: false,
            fallbackUrl: url('fallbackUrl'),
            iosUrl: url('iosUrl'),
            androidUrl: url('androidUrl'),
            iosFallbackUrl: url('iosFallbackUrl'),
            androidFallbackUrl: url('androidFallbackUrl'),
          },
          project: { defaultUrl: url('defaultUrl') },
        }),
      );
      assert.equal(said(decision), expected);
      if (decision.page === 'nothing') assert.equal(decision.status, 404);
    });
  }

  test('a script URL is refused again at use, as the flow page says', () => {
    const link = {
      type: 'unified',
      iosUrl: 'JavaScript:alert(1)',
      fallbackUrl: 'data:text/html,x',
    } as const;
    const decision = decideVisit(aVisit({ link, visitor: VISITORS['iOS browser'] }));
    assert.equal(said(decision), 'redirect iosFallbackUrl');
    assert.deepEqual(
      decision.notes.map((note) => note.split(':')[0]),
      ['The URL for iPhone and iPad is not used', 'The destination is not used'],
    );
  });

  test('a non-ASCII destination is percent-encoded for the Location header', () => {
    const visitor = VISITORS.desktop;
    const toHost = decideVisit(
      aVisit({ visitor, link: { fallbackUrl: 'https://bücher.example/größe?ü=1' } }),
    );
    assert.equal(toHost.fallback, 'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe?%C3%BC=1');
    const toApp = decideVisit(aVisit({ visitor, link: { fallbackUrl: 'exapp://größe' } }));
    assert.equal(toApp.fallback, 'exapp://gr%C3%B6%C3%9Fe');
  });
});

suite('decideVisit with incomplete project settings', () => {
  const ROWS: readonly {
    readonly rule: string;
    readonly visitor: VisitorName;
    readonly link: Partial<VisitedLink>;
    readonly ios?: Partial<VisitedProject['ios']>;
    readonly android?: Partial<VisitedProject['android']>;
    readonly hasLaunchHost?: boolean;
    readonly expected: string;
    readonly note?: RegExp;
  }[] = [
    {
      rule: 'breakout is on by default with team ID and bundle ID',
      visitor: 'iOS webview',
      link: {},
      expected: 'launch iosFallbackUrl',
    },
    {
      rule: 'breakout is on by default in browsers too',
      visitor: 'iOS browser',
      link: {},
      expected: 'launch iosFallbackUrl',
    },
    {
      rule: 'breakout is off by default without a team ID',
      visitor: 'iOS webview',
      link: {},
      ios: { teamId: null },
      expected: 'redirect iosFallbackUrl',
    },
    {
      rule: 'breakout is off by default without a bundle ID',
      visitor: 'iOS browser',
      link: {},
      ios: { bundleId: null },
      expected: 'redirect iosFallbackUrl',
    },
    {
      rule: 'a link can switch breakout off',
      visitor: 'iOS webview',
      link: { iosSocialBreakout: false },
      expected: 'redirect iosFallbackUrl',
    },
    {
      rule: 'a link can switch breakout on, with a note on missing settings',
      visitor: 'iOS webview',
      link: { iosSocialBreakout: true },
      ios: { teamId: null },
      expected: 'launch iosFallbackUrl',
      note: /team ID and bundle ID/,
    },
    {
      rule: 'breakout needs a launch domain',
      visitor: 'iOS webview',
      link: { iosSocialBreakout: true },
      hasLaunchHost: false,
      expected: 'redirect iosFallbackUrl',
      note: /no launch domain/,
    },
    {
      rule: 'auto-open without a custom scheme leaves breakout in place',
      visitor: 'iOS browser',
      link: { iosBrowserAutoOpen: true },
      ios: { scheme: null },
      expected: 'launch iosFallbackUrl',
      note: /no custom scheme/,
    },
    {
      rule: 'auto-open without a custom scheme and breakout redirects to the fallback',
      visitor: 'iOS browser',
      link: { iosBrowserAutoOpen: true, iosSocialBreakout: false },
      ios: { scheme: null },
      expected: 'redirect iosFallbackUrl',
      note: /no custom scheme/,
    },
    {
      rule: "auto-open uses the link's own app URL if there is no custom scheme",
      visitor: 'iOS browser',
      link: { iosBrowserAutoOpen: true, iosUrl: 'exapp://x' },
      ios: { scheme: null },
      expected: 'autoOpen iosFallbackUrl',
    },
    {
      rule: 'auto-open does not apply in a webview',
      visitor: 'iOS webview',
      link: { iosBrowserAutoOpen: true, iosSocialBreakout: false },
      expected: 'redirect iosFallbackUrl',
    },
    {
      rule: 'Android without package and scheme redirects to the fallback',
      visitor: 'Android browser',
      link: {},
      android: { packageName: null, scheme: null },
      expected: 'redirect androidFallbackUrl',
      note: /neither a package name nor a custom scheme/,
    },
    {
      rule: 'Android with only a package name opens the app',
      visitor: 'Android browser',
      link: {},
      android: { scheme: null },
      expected: 'androidOpen androidFallbackUrl',
    },
    {
      rule: 'Android with only a custom scheme opens the app',
      visitor: 'Android webview',
      link: {},
      android: { packageName: null },
      expected: 'androidOpen androidFallbackUrl',
    },
    {
      rule: 'Firefox cannot open a package without a scheme',
      visitor: 'Android Firefox',
      link: {},
      android: { scheme: null },
      expected: 'redirect androidFallbackUrl',
    },
    {
      rule: 'a script scheme is ignored',
      visitor: 'Android Firefox',
      link: {},
      android: { packageName: null, scheme: 'javascript' },
      expected: 'redirect androidFallbackUrl',
      note: /neither a package name nor a custom scheme/,
    },
  ];
  for (const { rule, visitor, link, ios, android, hasLaunchHost, expected, note } of ROWS) {
    test(rule, () => {
      const decision = decideVisit(
        aVisit({
          visitor: VISITORS[visitor],
          link,
          project: {
            ios: { ...FULL_PROJECT.ios, ...ios },
            android: { ...FULL_PROJECT.android, ...android },
          },
          hasLaunchHost: hasLaunchHost ?? true,
        }),
      );
      assert.equal(said(decision), expected);
      if (note === undefined) assert.deepEqual(decision.notes, []);
      else assert.match(decision.notes.join(' '), note);
    });
  }
});

const intentTail = (scheme: string) =>
  `#Intent;scheme=${scheme};package=com.example.app;S.browser_fallback_url=https%3A%2F%2Fto.example%2FandroidFallbackUrl;end`;

function openOf(decision: Decision) {
  assert.ok('open' in decision, `${decision.page} opens nothing`);
  return decision.open;
}

suite('URLs that open the app', () => {
  const passed = { allowQueryPassthrough: true } as const;
  const query = 'promo=20%25%20off&_qr=1&_lc=old&x=a;b%23';
  const FORWARDED = 'promo=20%25%20off&x=a%3Bb%23';
  test('the launch page links to the link itself with ulhop, click and forwarded query', () => {
    const decision = decideVisit(aVisit({ visitor: VISITORS['iOS webview'], link: passed, query }));
    assert.deepEqual(openOf(decision), {
      kind: 'universalLink',
      url: `https://go.example.com/summer?ulhop=1&_lc=CLICK&${FORWARDED}`,
      ownTimer: false,
    });
    assert.equal(
      'storeUrl' in decision && decision.storeUrl,
      'https://apps.apple.com/app/id123456789',
    );
  });

  test('auto-open uses the custom scheme', () => {
    const link = { ...passed, iosBrowserAutoOpen: true };
    const decision = decideVisit(aVisit({ visitor: VISITORS['iOS browser'], link, query }));
    assert.deepEqual(openOf(decision), {
      kind: 'scheme',
      url: `exapp://summer?_lc=CLICK&${FORWARDED}`,
      ownTimer: true,
    });
  });

  test('Android browsers use an intent with its own fallback', () => {
    const decision = decideVisit(
      aVisit({ visitor: VISITORS['Android browser'], link: passed, query }),
    );
    assert.deepEqual(openOf(decision), {
      kind: 'intent',
      url: `intent://summer?_lc=CLICK&${FORWARDED}${intentTail('exapp')}`,
      ownTimer: false,
    });
    assert.equal(
      'storeUrl' in decision && decision.storeUrl,
      'https://play.google.com/store/apps/details?id=com.example.app&referrer=click_id%3DCLICK',
    );
  });

  test('Android webviews use the same intent with a timer of the page', () => {
    const open = openOf(decideVisit(aVisit({ visitor: VISITORS['Android webview'] })));
    assert.deepEqual(open, {
      kind: 'intent',
      url: `intent://summer?_lc=CLICK${intentTail('exapp')}`,
      ownTimer: true,
    });
  });

  test("Firefox uses the custom scheme, since it would prefer an intent's fallback to the app", () => {
    const open = openOf(decideVisit(aVisit({ visitor: VISITORS['Android Firefox'] })));
    assert.deepEqual(open, { kind: 'scheme', url: 'exapp://summer?_lc=CLICK', ownTimer: true });
  });

  test('without a custom scheme the intent names the link itself', () => {
    const project = { android: { packageName: 'com.example.app', scheme: null } };
    const open = openOf(decideVisit(aVisit({ visitor: VISITORS['Android browser'], project })));
    assert.equal(open.url, `intent://go.example.com/summer?_lc=CLICK${intentTail('https')}`);
  });

  test('an intent gets no fallback that is not a web URL', () => {
    const link = { androidFallbackUrl: 'market://details?id=com.example.app' };
    const decision = decideVisit(aVisit({ visitor: VISITORS['Android browser'], link }));
    const open = openOf(decision);
    assert.equal(
      open.url,
      'intent://summer?_lc=CLICK#Intent;scheme=exapp;package=com.example.app;end',
    );
    assert.equal(open.ownTimer, true);
    assert.equal(
      decision.fallback,
      'market://details?id=com.example.app&referrer=click_id%3DCLICK',
    );
  });

  test("the link's own app URL keeps its query and fragment", () => {
    const link = { androidUrl: 'exapp://shop?id=1#top' };
    const project = { android: { packageName: null, scheme: null } };
    const open = openOf(
      decideVisit(aVisit({ visitor: VISITORS['Android browser'], link, project })),
    );
    assert.equal(open.url, 'exapp://shop?id=1&_lc=CLICK#top');
  });

  test('without passthrough no query parameters are forwarded', () => {
    const open = openOf(decideVisit(aVisit({ visitor: VISITORS['iOS webview'], query })));
    assert.equal(open.url, 'https://go.example.com/summer?ulhop=1&_lc=CLICK');
  });

  test('without a counted click there is no _lc and no referrer', () => {
    const link = { androidFallbackUrl: 'https://play.google.com/store/apps/details?id=a.b' };
    const visitor = VISITORS['Android Firefox'];
    const decision = decideVisit(aVisit({ visitor, link, clickReference: null }));
    assert.equal(openOf(decision).url, 'exapp://summer');
    assert.equal(decision.fallback, link.androidFallbackUrl);
  });

  test('the click is added to store URLs on Android only', () => {
    const store = 'https://play.google.com/store/apps/details?id=a.b';
    const link = { type: 'unified', androidUrl: store, fallbackUrl: store } as const;
    const android = decideVisit(aVisit({ visitor: VISITORS['Android browser'], link }));
    assert.equal(android.fallback, `${store}&referrer=click_id%3DCLICK`);
    assert.equal(decideVisit(aVisit({ visitor: VISITORS.desktop, link })).fallback, store);
  });
});
