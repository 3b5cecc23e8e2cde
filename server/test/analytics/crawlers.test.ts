import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { member, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { USER_AGENTS, visit } from '../support/callers/request.ts';

async function crawlersOf(project: TestProject, query: AnalyticsQuery, linkId?: string) {
  const params = { projectId: project.project.id };
  const call = member(project);
  const reply =
    linkId === undefined
      ? await call(operations.getProjectAnalytics, { params, query })
      : await call(operations.getLinkAnalytics, { params: { ...params, linkId }, query });
  assert.ok(reply.status === 200, JSON.stringify(reply.body));
  return reply.body.topValues.crawlers;
}

describe('previews by crawler', () => {
  test('are listed by crawler for a project and for a link, without clicks of people', async () => {
    const project = await newProject();
    const [one, two] = [await newLink(project), await newLink(project)];
    for (const { slug } of [one, one, two]) {
      await visit(project.host, `/${slug}`, USER_AGENTS.facebook);
    }
    await visit(project.host, `/${one.slug}`, 'WhatsApp/2.23.20.0');
    await visit(project.host, `/${one.slug}`, USER_AGENTS.iphone);
    assert.deepEqual(await crawlersOf(project, { period: '24h' }), [
      { name: 'facebookexternalhit', clicks: 3 },
      { name: 'WhatsApp', clicks: 1 },
    ]);
    assert.deepEqual(await crawlersOf(project, { period: '24h' }, two.id), [
      { name: 'facebookexternalhit', clicks: 1 },
    ]);
    assert.deepEqual(await crawlersOf(project, { period: '24h', limit: 1 }, one.id), [
      { name: 'facebookexternalhit', clicks: 2 },
    ]);
  });
});
