import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { LinkReach } from '@fairlead/contract/operations/builds';
import { describeReach } from '#apps/builds/describeReach.ts';
import {
  anyProject,
  appKey,
  newInstallation,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';

const { examineReach, getLinkReach, listBuilds, listUnreachable, publishBuild } = operations;

const call = (project: TestProject) => appKey(project, {}, '/api/v1');

async function reachOf(project: TestProject, fallbackUrl: string): Promise<LinkReach> {
  const params = { projectId: project.project.id };
  return bodyOf(await call(project)(examineReach, { params, body: { fallbackUrl } }), 200);
}

describe('which phones are counted (Rule: builds 4)', () => {
  test('those whose system is known, by header or name, with the build they were seen with last', async () => {
    const project = await newProject();
    const body = { routes: ['/sale'] };
    await appKey(project)(publishBuild, { params: { platform: 'ios', build: '7' }, body });
    const phone = await newInstallation(project, { osName: 'iOS', appBuild: '6' });
    await newInstallation(project, { osName: 'iPadOS', appBuild: '7' });
    await newInstallation(project, { osName: 'Android', appBuild: '7' });
    await newInstallation(project, { osName: 'Windows', appBuild: '7' });
    await newInstallation(project, { osName: 'iOS' });
    const numbersOf = ({ canOpen, cannotOpen, unknown, phones }: LinkReach) => [
      canOpen,
      cannotOpen,
      unknown,
      phones,
    ];
    await newInstallation(project, { installationId: phone.clientId, appBuild: '7' });
    assert.deepEqual(numbersOf(await reachOf(project, 'https://a.example/sale')), [2, 0, 2, 4]);
    assert.deepEqual(numbersOf(await reachOf(project, 'https://a.example/other')), [0, 2, 2, 4]);
    assert.deepEqual(numbersOf(await reachOf(project, 'https://a.example')), [4, 0, 0, 4]);
    const { builds } = bodyOf(
      await call(project)(listBuilds, { params: { projectId: project.project.id } }),
      200,
    );
    assert.deepEqual(
      builds.map(({ platform, build, phones, routes }) => [platform, build, phones, routes]),
      [
        ['ios', '7', 2, 1],
        ['ios', null, 1, 0],
        ['android', null, 1, 0],
      ],
    );
  });

  test('a project without phones knows nothing, and warns of nothing', async () => {
    const project = await newProject();
    const { share, summary } = await reachOf(project, 'https://a.example/sale');
    assert.equal(share, null);
    assert.equal(summary, 'No phone used the app in the last 30 days.');
    const params = { projectId: project.project.id };
    await newLink(project);
    assert.deepEqual(bodyOf(await call(project)(listUnreachable, { params }), 200), {
      links: [],
      examined: 1,
      nextCursor: null,
    });
  });

  test("another project's phones and builds change nothing", async () => {
    const [mine, other] = [await newProject(), await newProject()];
    const body = { routes: ['/sale'] };
    await appKey(other)(publishBuild, { params: { platform: 'ios', build: '7' }, body });
    await newInstallation(other, { osName: 'iOS', appBuild: '7' });
    await newInstallation(mine, { osName: 'iOS', appBuild: '7' });
    const { phones, unknown } = await reachOf(mine, 'https://a.example/sale');
    assert.deepEqual([phones, unknown], [1, 1]);
  });
});

describe('reach errors', () => {
  test('400: what is no id, no share and no cursor of ours; 404: a link that the project does not have', async () => {
    const project = await anyProject();
    const projectId = project.project.id;
    const linkId = randomUUID();
    const bad = await call(project)(getLinkReach, { params: { projectId, linkId: 'x' } });
    assert.equal(bad.status, 400);
    const none = await call(project)(getLinkReach, { params: { projectId, linkId } });
    assert.equal(none.status, 404);
    const body = { fallbackUrl: 7 } as never;
    assert.equal((await call(project)(examineReach, { params: { projectId }, body })).status, 400);
    for (const query of [{ below: 2 }, { cursor: 'bm90IG91cnM' }]) {
      const reply = await call(project)(listUnreachable, { params: { projectId }, query });
      assert.equal(reply.status, 400);
    }
  });
});

describe('reach in words', () => {
  type Part = readonly [build: string | null, phones: number, opens: boolean | null];

  function summaryOf(ios: readonly Part[], android: readonly Part[] = []) {
    const builds = [
      ...ios.map((part) => ['ios', ...part] as const),
      ...android.map((part) => ['android', ...part] as const),
    ].map(([platform, build, phones, opens]) => ({ platform, build, phones, opens }));
    const sum = (which: boolean | null) =>
      builds.reduce((total, { opens, phones }) => total + (opens === which ? phones : 0), 0);
    const [canOpen, cannotOpen, unknown] = [sum(true), sum(false), sum(null)];
    const known = canOpen + cannotOpen;
    const share = known === 0 ? null : canOpen / known;
    const paths = { ios: '/a', android: '/a' };
    return describeReach({
      paths,
      phones: known + unknown,
      canOpen,
      cannotOpen,
      unknown,
      share,
      builds,
    });
  }
  const OF = 'of the phones that used the app in the last 30 days can open this link.';

  for (const [expected, ...parts] of [
    [`100% ${OF}`, [['2', 3, true]]],
    [
      `87% ${OF} Builds before 41 on Android cannot.`,
      [['9', 7, true]],
      [
        ['42', 40, true],
        ['41', 40, true],
        ['40', 10, false],
        ['39', 3, false],
      ],
    ],
    [
      `50% ${OF} Builds 9, 7, 5 and 1 more on iOS cannot.`,
      [
        ['10', 4, true],
        ['9', 1, false],
        ['8', 0, true],
        ['7', 1, false],
        ['5', 1, false],
        ['3', 1, false],
      ],
    ],
    [
      `99% ${OF} Build 3 on iOS cannot.`,
      [
        ['3', 1, false],
        ['2', 999, true],
      ],
    ],
    [
      `Less than 1% ${OF} Builds before 4 on iOS cannot.`,
      [
        ['4', 1, true],
        ['3', 999, false],
      ],
    ],
    [
      `0% ${OF} No published build on iOS can. Not counted: 1 phone whose build has not said what it can open.`,
      [
        ['4', 2, false],
        [null, 1, null],
      ],
    ],
    [
      'Whether the 1,200 phones that used the app in the last 30 days can open this link is not known: none of their builds has said what it can open.',
      [[null, 1200, null]],
    ],
  ] as const satisfies readonly (readonly [string, ...(readonly Part[])[]])[]) {
    test(expected, () => {
      const [ios = [], android = []] = parts;
      assert.equal(summaryOf(ios, android), expected);
    });
  }
});
