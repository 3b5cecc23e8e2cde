import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { bodyOf } from '../support/callers/person.ts';
import { member, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';

const SITE = 'https://www.example.com';

async function setAddresses(
  project: TestProject,
  body: { readonly rootUrl: string | null; readonly notFoundUrl: string | null },
) {
  const call = member(project);
  const { id: projectId } = project.project;
  const { domains } = bodyOf(await call(operations.listDomains, { params: { projectId } }), 200);
  const params = { projectId, domainId: domains[0]!.id };
  return call(operations.setDomainAddresses, { params, body });
}

const leadsTo = async (project: TestProject, path: string) => {
  const { status, headers } = await visit(project.host, path, USER_AGENTS.iphone);
  return status === 302 ? headers.location : status;
};

describe('visitors who name no link', () => {
  test('go to the addresses of the domain, and stay where it has none', async () => {
    const project = await newProject();
    assert.equal(await leadsTo(project, '/'), 404);
    assert.equal(await leadsTo(project, '/unknown'), 404);
    const addresses = { rootUrl: `${SITE}/`, notFoundUrl: `${SITE}/gone?from=link` };
    const domain = bodyOf(await setAddresses(project, addresses), 200);
    assert.equal(domain.rootUrl, addresses.rootUrl);
    assert.equal(domain.notFoundUrl, addresses.notFoundUrl);
    assert.equal(await leadsTo(project, '/'), addresses.rootUrl);
    assert.equal(await leadsTo(project, '/?a=b'), addresses.rootUrl);
    assert.equal(await leadsTo(project, '/unknown'), addresses.notFoundUrl);
    assert.equal(await leadsTo(project, '/un/known'), addresses.notFoundUrl);
    bodyOf(await setAddresses(project, { rootUrl: null, notFoundUrl: null }), 200);
    assert.equal(await leadsTo(project, '/'), 404);
  });

  test('go there with HEAD too, are not cached and not counted', async () => {
    const project = await newProject();
    await setAddresses(project, { rootUrl: null, notFoundUrl: `${SITE}/gone` });
    const headers = { host: project.host, 'user-agent': USER_AGENTS.iphone };
    const head = await send({ method: 'HEAD', path: '/unknown', headers });
    assert.equal(head.status, 302);
    assert.equal(head.headers.location, `${SITE}/gone`);
    assert.equal(head.headers['cache-control'], 'private, no-store');
    const params = { projectId: project.project.id };
    const numbers = await member(project)(operations.getProjectAnalytics, { params });
    assert.equal(bodyOf(numbers, 200).totals.clicks, 0);
  });

  test('links, association files and QR images are as before', async () => {
    const project = await newProject();
    const link = await newLink(project, { type: 'unified', fallbackUrl: `${SITE}/shop` });
    await setAddresses(project, { rootUrl: `${SITE}/`, notFoundUrl: `${SITE}/gone` });
    assert.equal(await leadsTo(project, `/${link.slug}`), `${SITE}/shop`);
    for (const path of ['/.well-known/assetlinks.json', '/robots.txt', `/${link.slug}/qr.svg`]) {
      assert.equal(await leadsTo(project, path), 200, path);
    }
    assert.equal(await leadsTo(project, '/unknown/qr.svg'), 404);
  });

  test('stay where the address has become a domain for links', async () => {
    const [project, other] = [await newProject(), `t${Date.now()}.later.test`];
    bodyOf(await setAddresses(project, { rootUrl: `https://${other}/`, notFoundUrl: null }), 200);
    assert.equal(await leadsTo(project, '/'), `https://${other}/`);
    await newProject({ domain: other });
    project.server.app.lookups.invalidateAll();
    assert.equal(await leadsTo(project, '/'), 404);
  });

  for (const [what, url, message] of [
    ['a script', 'javascript:alert(1)', /rootUrl must not use the javascript: scheme/],
    ['an app', 'bluebird://home', /rootUrl must begin with https/],
    ['no URL', 'example', /rootUrl must be an absolute URL/],
  ] as const) {
    test(`cannot be sent to ${what}`, async () => {
      const reply = await setAddresses(await newProject(), { rootUrl: url, notFoundUrl: null });
      assert.equal(reply.status, 400);
      assert.match(String((reply.body as { message: unknown }).message), message);
    });
  }

  test('cannot be sent to the domain itself, nor to another for links', async () => {
    const [project, other] = [await newProject(), await newProject()];
    for (const host of [project.host, project.host.toUpperCase(), other.host]) {
      const reply = await setAddresses(project, {
        rootUrl: null,
        notFoundUrl: `https://${host}/home`,
      });
      assert.equal(reply.status, 400);
      assert.match(
        String((reply.body as { message: unknown }).message),
        /notFoundUrl must not lead to .*, a domain for links/,
      );
    }
  });
});
