import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Placement } from '@fairlead/contract/placements';
import { read } from '../analytics/recount.ts';
import { bodyOf } from '../support/callers/person.ts';
import { appKey, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { USER_AGENTS, visit } from '../support/callers/request.ts';

const POSTER = { name: 'Poster in Berlin', code: 'poster1' };
const FLYER = { name: 'Flyer', code: 'flyer22' };

async function change(project: TestProject, id: string, placements: Placement[] | null) {
  return appKey(project)(operations.updateLink, { params: { id }, body: { placements } });
}

/** The lists of a project's numbers, with what is not known as null. */
async function listsOf(project: TestProject) {
  const { topValues } = await read(project, { period: '24h' });
  const list = (name: keyof typeof topValues) =>
    topValues[name].map((each) => [each.name, each.clicks]);
  return { placements: list('placements'), sources: list('sources'), list };
}

describe('placements of QR codes', () => {
  test('are counted by name, also after it was scanned for a placement that is gone', async () => {
    const project = await newProject();
    const link = await newLink(project);
    bodyOf(await change(project, link.id, [POSTER, FLYER]), 200);
    for (const query of ['_qr=poster1', '_qr=poster1', '_qr=flyer22', '_qr=gone123', '_qr=1', '']) {
      await visit(project.host, `/${link.slug}?${query}`, USER_AGENTS.iphone);
    }
    // No code of a placement, and no yes.
    await visit(project.host, `/${link.slug}?_qr=true`, USER_AGENTS.iphone);
    const { placements, sources } = await listsOf(project);
    assert.deepEqual(placements, [
      [null, 4],
      [POSTER.name, 2],
      [FLYER.name, 1],
    ]);
    assert.deepEqual(sources, [
      ['qr', 5],
      ['link', 2],
    ]);
    const { totals } = await read(project, { period: '24h', placement: POSTER.name });
    assert.equal(totals.clicks, 2);
  });

  test('get a code where none was given, keep it, and are cleared', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { placements: made } = bodyOf(
      await change(project, link.id, [{ name: ' Window ' }, FLYER]),
      200,
    );
    assert.equal(made?.length, 2);
    assert.equal(made?.[0]?.name, 'Window');
    assert.match(made?.[0]?.code ?? '', /^[a-z0-9]{7}$/);
    assert.deepEqual(made?.[1], FLYER);
    assert.deepEqual(bodyOf(await change(project, link.id, made ?? []), 200).placements, made);
    assert.equal(bodyOf(await change(project, link.id, null), 200).placements, undefined);
  });

  test('refuse two of one name or code, and codes that could mean something else', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const cases: [Placement[], string][] = [
      [[POSTER, { ...FLYER, code: POSTER.code }], 'placements.1.code'],
      [[POSTER, { ...FLYER, name: 'poster in berlin' }], 'placements.1.name'],
      [[{ name: 'Short', code: '1' }], 'placements.0.code'],
      [[{ name: ' ' }], 'placements.0.name'],
    ];
    for (const [placements, field] of cases) {
      const reply = await change(project, link.id, placements);
      assert.equal(reply.status, 400, JSON.stringify(placements));
      assert.match(JSON.stringify(reply.body), new RegExp(field.replaceAll('.', '[./]')));
    }
  });

  test('have images of their own', async () => {
    const project = await newProject();
    const link = await newLink(project);
    bodyOf(await change(project, link.id, [POSTER]), 200);
    const image = (query: string) => visit(project.host, `/${link.slug}/qr.svg${query}`);
    const [plain, own] = [await image(''), await image('?placement=poster1')];
    assert.deepEqual([plain.status, own.status], [200, 200]);
    assert.notEqual(plain.text, own.text);
    const other = await image('?placement=flyer22');
    assert.equal(other.status, 400);
    assert.match(other.text, /placement/);
  });
});

describe('campaigns of clicks', () => {
  test('are those of where the link leads, and of the visit where it forwards its query', async () => {
    const project = await newProject();
    const fallbackUrl =
      'https://example.com/?utm_source=news&utm_medium=mail&utm_campaign=may#utm_term=no';
    const own = await newLink(project, { fallbackUrl });
    const open = await newLink(project, { fallbackUrl, allowQueryPassthrough: true });
    const none = await newLink(project, { fallbackUrl: 'https://example.com/utm_source' });
    for (const { slug } of [own, open, none]) {
      const path = `/${slug}?utm_source=poster&utm_content=a%20b`;
      await visit(project.host, path, USER_AGENTS.iphone, { 'accept-language': 'pt-BR,en;q=0.5' });
    }
    const { list } = await listsOf(project);
    assert.deepEqual(list('utmSources'), [
      ['news', 1],
      ['poster', 1],
      [null, 1],
    ]);
    assert.deepEqual(list('utmMediums'), [
      ['mail', 2],
      [null, 1],
    ]);
    assert.deepEqual(list('utmContents'), [
      [null, 2],
      ['a b', 1],
    ]);
    assert.deepEqual(list('utmTerms'), [[null, 3]]);
    assert.deepEqual(list('languages'), [['pt', 3]]);
    const query = { period: '24h', utmCampaign: 'may', utmSource: 'news' } as const;
    assert.equal((await read(project, query)).totals.clicks, 1);
  });
});
