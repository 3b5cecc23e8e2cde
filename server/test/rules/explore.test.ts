import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RuleCondition, Variant } from '@fairlead/contract/rules';
import fc from 'fast-check';
import type { Link } from '#links/link/Link.ts';
import { storedRules } from '#links/rules/storedRules.ts';
import type { ClickGroup } from '#visits/numbers/groups/ClickGroups.ts';
import { explore } from '#visits/decision/dryRun/explore.ts';
import { judgeVisit } from '#visits/decision/dryRun/judgeVisit.ts';
import { platformOf, readStoredVisit } from '#visits/decision/dryRun/StoredVisit.ts';
import { createVisitorReader } from '#visits/visitors/readVisitor.ts';
import { anyProject } from '../support/callers/personas.ts';
import { getLink } from '#links/finding/findLink.ts';
import { newLink } from '../support/callers/personas.ts';
import { USER_AGENTS } from '../visitors/userAgents.corpus.ts';

const GROUP: ClickGroup = {
  linkKey: 1,
  source: 'link',
  device: 'mobile',
  os: 'Android',
  country: 'DE',
  app: null,
  referrer: null,
  route: null,
  visitor: null,
  clicks: 1,
  timeClass: 0,
  at: Date.parse('2026-11-25T12:00:00Z'),
};

/** What the visitor of `GROUP` fits for sure, never, or perhaps: what is asked is the text of the condition. */
const CONDITIONS: readonly (readonly [RuleCondition, boolean | string])[] = [
  [{ country: ['DE'] }, true],
  [{ country: ['US'] }, false],
  [{ appBuild: { min: '1' } }, false],
  [{ language: ['de'] }, 'de'],
  [{ language: ['en'] }, 'en'],
  [{ osVersion: { min: '15' } }, '15'],
  [{ query: { a: null } }, 'a'],
];

interface Drawn {
  readonly name: string;
  readonly parts: readonly (typeof CONDITIONS)[number][];
  readonly share: number | undefined;
}

const drawnRules = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('One', 'Two', 'Three'),
    parts: fc.subarray([...CONDITIONS], { minLength: 1, maxLength: 2 }),
    share: fc.constantFrom(undefined, undefined, 50),
  }),
  { selector: ({ name }) => name, maxLength: 3 },
);
const drawnVariants = fc.constantFrom<Variant[] | null>(null, [
  { name: 'A', share: 50, to: {} },
  { name: 'B', share: 50, to: { fallbackUrl: 'https://example.com/B' } },
]);

const linkOf = (link: Link, rules: readonly Drawn[], variants: Variant[] | null): Link => ({
  ...link,
  variants,
  rules: storedRules(
    rules.map(({ name, parts, share }) => ({
      name,
      when: Object.assign(
        {},
        ...parts.map(([when]) => when),
        share === undefined ? {} : { share },
      ) as RuleCondition,
      to: { fallbackUrl: `https://example.com/${name}` },
    })),
  ),
});

/** By a table of all answers: the slow way. */
function routeBy(
  answers: ReadonlyMap<string, boolean>,
  rules: readonly Drawn[],
  variants: Variant[] | null,
): string {
  const holds = (part: boolean | string) =>
    typeof part === 'string' ? answers.get(part) === true : part;
  // Of two languages in one condition the later one is asked.
  const asked = ({ parts }: Drawn) => [
    ...new Map(parts.map(([when, part]) => [Object.keys(when)[0], part])).values(),
  ];
  const rule = rules.find(
    (each) =>
      asked(each).every(holds) &&
      (each.share === undefined || answers.get(`share ${each.name}`) === true),
  );
  if (rule !== undefined) return `rule ${rule.name}`;
  return variants === null
    ? 'the link itself'
    : `variant ${answers.get('variant B') === true ? 'B' : 'A'}`;
}

const ATOMS = ['de', 'en', '15', 'a', 'share One', 'share Two', 'share Three', 'variant B'];

describe('what can come out for a stored visit', () => {
  test('is exactly what a table of all answers gives, before and after a change', async () => {
    const project = await anyProject();
    const { id } = await newLink(project);
    const link = await getLink(project.server.app.db, project.project, id);
    const visit = readStoredVisit(GROUP, { timeZone: 'UTC', at: GROUP.at });
    const side = (of: Link) => ({ link: of, project: project.project, linked: new Map() });
    fc.assert(
      fc.property(
        drawnRules,
        drawnVariants,
        drawnRules,
        drawnVariants,
        (one, both, other, others) => {
          const sides = {
            before: side(linkOf(link, one, both)),
            after: side(linkOf(link, other, others)),
          };
          const { possible, reasons, cut } = judgeVisit(visit, sides, null);
          const found = [...possible.values()].map(({ from, to }) => `${from.route} → ${to.route}`);
          const expected = new Set<string>();
          for (let bits = 0; bits < 2 ** ATOMS.length; bits += 1) {
            const answers = new Map(ATOMS.map((atom, place) => [atom, (bits >> place) % 2 === 1]));
            expected.add(`${routeBy(answers, one, both)} → ${routeBy(answers, other, others)}`);
          }
          assert.deepEqual(new Set(found), expected);
          assert.equal(reasons.size > 0, expected.size > 1);
          assert.equal(cut, false);
        },
      ),
    );
  });

  test('is cut off where it is too much, and then says so', () => {
    const { cut, possible, reasons } = explore(
      (ask) =>
        Array.from({ length: 12 }, (_, place) =>
          ask({ id: String(place), condition: 'query', answers: 2 }),
        ).join(''),
      String,
    );
    assert.equal(cut, true);
    assert.ok(possible.size > 1 && possible.size < 2 ** 12);
    assert.deepEqual([...reasons], ['query']);
  });
});

describe('the platform of a stored visit', () => {
  const readVisitor = createVisitorReader();
  const people = USER_AGENTS.flatMap(({ userAgents }) => userAgents)
    .map((userAgent) => ({
      userAgent,
      visitor: readVisitor({ userAgent, header: () => undefined }),
    }))
    .filter(({ visitor }) => visitor.automation === null);

  test('is that of the visit, or not known, for every user agent of the corpus', () => {
    let unknown = 0;
    for (const { userAgent, visitor } of people) {
      const platform = platformOf({ os: visitor.os?.name ?? null, device: visitor.device });
      if (platform === null) unknown += 1;
      else assert.equal(platform, visitor.platform, userAgent);
    }
    assert.ok(unknown < people.length / 10, `${unknown} of ${people.length}`);
  });
});
