import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import {
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { send, visit } from '../support/callers/request.ts';

// Rule: bodies 17.

const { createLink, updateLink, createProjectLink, updateProjectLink } = operations;

type NewLink = Omit<CreateLinkRequest, 'iosSocialBreakout' | 'iosBrowserAutoOpen'>;

function at({ host }: TestProject, path: string): string {
  return `https://${host}/${path}`;
}

async function bulk(project: TestProject, rows: readonly object[]): Promise<BulkResult[]> {
  const { text } = await send({
    method: 'POST',
    path: '/v1/links/bulk',
    headers: { 'x-app-key': project.appKey, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
    port: project.server.port,
  });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BulkResult);
}

/** The ways to create a link; each tells the status and the message of a refusal. */
const CREATIONS = {
  'the SDK': async (project: TestProject, body: NewLink) => {
    const reply = await appKey(project)(createLink, { body });
    return { status: reply.status, text: JSON.stringify(reply.body) };
  },
  'the dashboard': async (project: TestProject, body: NewLink) => {
    const params = { projectId: project.project.id };
    const reply = await member(project)(createProjectLink, { params, body });
    return { status: reply.status, text: JSON.stringify(reply.body) };
  },
  'bulk creation': async (project: TestProject, body: NewLink) => {
    const [row] = await bulk(project, [body]);
    return { status: row?.status, text: JSON.stringify(row) };
  },
} as const;

describe('a link that leads to itself', () => {
  for (const [way, create] of Object.entries(CREATIONS)) {
    test(`400 from ${way}, in every field and form, and over other links of its domain`, async () => {
      const project = await newProject();
      await newLink(project, { slug: 'far', androidUrl: at(project, 'd/near?a=1') });
      await newLink(project, { slug: 'between', iosFallbackUrl: at(project, 'far') });
      const refused = [
        { fallbackUrl: at(project, 'near') },
        { iosUrl: at(project, 'd/near') },
        { androidUrl: `http://${project.host.toUpperCase()}:3000/near/?utm=1#x` },
        { iosFallbackUrl: at(project, 'n%65ar') },
        { androidFallbackUrl: at(project, 'far') },
        { fallbackUrl: at(project, 'between') },
      ];
      for (const fields of refused) {
        const { status, text } = await create(project, {
          type: 'unified',
          slug: 'near',
          ...fields,
        });
        assert.equal(status, 400, text);
        assert.match(text, new RegExp(`${Object.keys(fields)[0]} leads to the link`));
      }
      const allowed = {
        type: 'unified',
        slug: 'near',
        fallbackUrl: at(project, 'nothing-here'),
        iosUrl: 'https://other.example/near',
        androidUrl: at(project, 'NEAR'),
      } as const;
      assert.equal((await create(project, allowed)).status, 201);
      // A link made twice is the one that exists.
      assert.equal((await visit(project.host, '/near')).status, 302);
    });
  }

  test('400 in an update, on both surfaces', async () => {
    const project = await newProject();
    const first = await newLink(project, { slug: 'first' });
    const second = await newLink(project, { slug: 'second', fallbackUrl: at(project, 'first') });
    for (const fields of [
      { fallbackUrl: at(project, 'second') },
      { iosUrl: at(project, 'first') },
    ]) {
      const params = { id: first.id };
      const reply = await appKey(project)(updateLink, { params, body: fields });
      assert.equal(reply.status, 400);
      const ofProject = { projectId: project.project.id, linkId: first.id };
      const change = { params: ofProject, body: fields };
      assert.equal((await member(project)(updateProjectLink, change)).status, 400);
    }
    const away = { params: { id: second.id }, body: { fallbackUrl: null } };
    assert.equal((await appKey(project)(updateLink, away)).status, 200);
    const now = { params: { id: first.id }, body: { fallbackUrl: at(project, 'second') } };
    assert.equal((await appKey(project)(updateLink, now)).status, 200);
  });

  test('400 for the row of a bulk creation that closes a circle', async () => {
    const project = await newProject();
    const rows = await bulk(project, [
      { type: 'unified', slug: 'a', fallbackUrl: at(project, 'b') },
      { type: 'unified', slug: 'b', fallbackUrl: at(project, 'c') },
      { type: 'unified', slug: 'c', iosUrl: at(project, 'a') },
      { type: 'unified', slug: 'c', iosUrl: at(project, 'd') },
    ]);
    assert.deepEqual(
      rows.map(({ status }) => status),
      [201, 201, 400, 201],
    );
    assert.match(rows[2]?.message ?? '', /^iosUrl leads to the link "a", which leads back here/);
  });
});
