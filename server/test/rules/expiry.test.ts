import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { useUpLinks } from '#links/changing/useUpLinks.ts';
import { bodyOf } from '../support/callers/person.ts';
import { appKey, newLink, newProject, statsOf } from '../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';

const { listLinks, updateLink } = operations;
const AFTER = 'https://example.com/after';
const OWN = 'https://example.com/own';

async function newEndingLink(body: Parameters<typeof change>[2]) {
  const project = await newProject();
  const link = await newLink(project, { type: 'unified', fallbackUrl: OWN });
  await change(project, link.id, body);
  const host = new URL(link.shortUrl).host;
  return {
    project,
    link,
    see: (userAgent?: string) => visit(host, `/${link.slug}`, userAgent),
    /** Once all clicks are counted. */
    settle: async () => {
      await statsOf(project, link.id);
      await useUpLinks(project.server.app.db);
      await project.server.app.changes.caughtUp();
    },
  };
}

function change(
  project: Awaited<ReturnType<typeof newProject>>,
  id: string,
  body: {
    expiresAt?: string | null;
    expiredUrl?: string | null;
    expiresAfterClicks?: number | null;
  },
) {
  return appKey(project)(updateLink, { params: { id }, body });
}

describe('an expired link', () => {
  test('leads people and crawlers to its URL for afterwards, which is counted, and apps nowhere', async () => {
    const { project, link, see } = await newEndingLink({
      expiresAt: '2020-01-01T00:00:00Z',
      expiredUrl: AFTER,
    });
    assert.equal((await see()).headers.location, AFTER);
    assert.equal((await see(USER_AGENTS.facebook)).headers.location, AFTER);
    const url = encodeURIComponent(link.shortUrl);
    assert.equal((await send({ path: `/v1/sdk/resolve?url=${url}` })).status, 404);
    const { clicks, previews } = await statsOf(project, link.id);
    assert.deepEqual({ clicks, previews }, { clicks: 1, previews: 1 });
    await change(project, link.id, { expiredUrl: null });
    assert.equal((await see()).status, 404);
  });

  test('has had as many clicks of people as it may have; a higher number opens it again', async () => {
    const { project, link, see, settle } = await newEndingLink({
      expiresAfterClicks: 2,
      expiredUrl: AFTER,
    });
    for (const agent of [USER_AGENTS.facebook, USER_AGENTS.iphone]) await see(agent);
    await settle();
    assert.equal((await see()).headers.location, OWN);
    await settle();
    assert.equal((await see()).headers.location, AFTER);
    const expired = async () => {
      const reply = await appKey(project)(listLinks, { query: { expired: true } });
      return bodyOf(reply, 200).links.map(({ id }) => id);
    };
    assert.deepEqual(await expired(), [link.id]);
    await change(project, link.id, { expiresAfterClicks: 10 });
    await settle();
    assert.equal((await see()).headers.location, OWN);
    await change(project, link.id, { expiresAfterClicks: 3 });
    await settle();
    assert.equal((await see()).headers.location, AFTER);
    await change(project, link.id, { expiresAfterClicks: null });
    assert.equal((await see()).headers.location, OWN);
    assert.deepEqual(await expired(), []);
  });
});
