import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';
import { send, USER_AGENTS } from '../../support/callers/request.ts';
import { startServer, type TestServer, useServer } from '../../support/useServer.ts';

const { addDomain, createProject, createProjectLink, deleteProject } = operations;
const { getPlanUsage, listDomains, removeDomain, updateProject } = operations;
const { useServerDomain, verifyDomain } = operations;

const PARENT = 'go.example.com';

let running: Promise<TestServer> | undefined;
/** A server whose operator has pointed `*.go.example.com` at it. */
const onStage = () =>
  (running ??= startServer({
    PUBLIC_URL: 'https://app.example.com',
    LAUNCH_HOST: `launch.${PARENT}`,
    LINK_DOMAIN: PARENT,
  }));

const newName = () => `Shop ${randomBytes(5).toString('hex')}`;

async function newMine(name = newName()) {
  const server = await onStage();
  const owner = await newPerson(undefined, server);
  const { id } = bodyOf(await owner.call(createProject, { body: { name } }), 201);
  const params = { projectId: id };
  return { server, owner, params, name, ...(await domainsOf(owner, params)) };
}

async function domainsOf(owner: Person, params: { projectId: string }) {
  return bodyOf(await owner.call(listDomains, { params }), 200);
}

/** What a desktop browser gets there. */
const see = ({ port }: TestServer, host: string, path: string) =>
  send({ port, path, headers: { host, 'user-agent': USER_AGENTS.desktop } });

const newLinkOf = (owner: Person, params: { projectId: string }, slug: string) =>
  owner.call(createProjectLink, {
    params,
    body: { type: 'unified', slug, fallbackUrl: `https://example.com/${params.projectId}` },
  });

describe('server domains (LINK_DOMAIN)', () => {
  test('a new project gets one, and its links work at once', async () => {
    const { server, owner, params, name, domains, serverDomain } = await newMine();
    assert.equal(serverDomain, null);
    assert.deepEqual(
      domains.map(({ host, status, given, isPrimary, records }) => [
        host,
        status,
        given,
        isPrimary,
        records,
      ]),
      [[`${name.toLowerCase().replace(' ', '-')}.${PARENT}`, 'verified', true, true, []]],
    );
    const host = domains[0]?.host ?? '';
    const link = bodyOf(await newLinkOf(owner, params, 'spring'), 201);
    assert.equal(link.shortUrl, `https://${host}/spring`);
    const visit = await see(server, host, '/spring');
    assert.equal(visit.headers.location, `https://example.com/${params.projectId}`);
    const checked = bodyOf(
      await owner.call(verifyDomain, {
        params: { ...params, domainId: domains[0]?.id ?? '' },
      }),
      200,
    );
    assert.deepEqual([checked.status, checked.problem], ['verified', null]);
  });

  test('slugs, association files and names are separate for each project', async () => {
    const [one, two] = [await newMine('Same Name'), await newMine('Same Name')];
    const [a = '', b = ''] = [one.domains[0]?.host, two.domains[0]?.host];
    assert.notEqual(a, b);
    assert.match(b, /^same-name-[a-z0-9]{4}\.go\.example\.com$/);
    for (const { owner, params } of [one, two])
      bodyOf(await newLinkOf(owner, params, 'hello'), 201);
    for (const [{ server, params }, host] of [
      [one, a],
      [two, b],
    ] as const) {
      const visit = await see(server, host, '/hello');
      assert.equal(visit.headers.location, `https://example.com/${params.projectId}`);
    }
    const ios = { teamId: 'ABCDE12345', bundleId: 'com.example.one' };
    bodyOf(await one.owner.call(updateProject, { params: one.params, body: { ios } }), 200);
    const files = async (host: string) =>
      (await see(one.server, host, '/.well-known/apple-app-site-association')).text;
    assert.match(await files(a), /ABCDE12345\.com\.example\.one/);
    assert.doesNotMatch(await files(b), /ABCDE12345/);
    assert.equal((await see(one.server, PARENT, '/hello')).status, 404);
  });

  test("never collide with the service's hosts; names without Latin letters get one too", async () => {
    const launch = await newMine('Launch');
    assert.match(launch.domains[0]?.host ?? '', /^launch-[a-z0-9]{4}\.go\.example\.com$/);
    const { domains } = await newMine('日本 — ☕');
    assert.match(domains[0]?.host ?? '', /^links(-[a-z0-9]{4})?\.go\.example\.com$/);
    const { owner, params } = await newMine('Crème brûlée & Söhne');
    const [domain] = (await domainsOf(owner, params)).domains;
    assert.match(domain?.host ?? '', /^creme-brulee-sohne/);
  });

  test('do not count for the plan, and cannot be added as a custom domain', async () => {
    const { owner, params } = await newMine();
    assert.equal(bodyOf(await owner.call(getPlanUsage, { params }), 200).usage.domains.used, 0);
    const claimed = await owner.call(addDomain, { params, body: { host: `paypal.${PARENT}` } });
    assert.equal(claimed.status, 400);
    assert.match(
      JSON.stringify(claimed.body),
      /paypal\.go\.example\.com lies under go\.example\.com/,
    );
  });

  test('can be removed and taken back, but never pass to another project', async () => {
    const { server, owner, params, name, domains } = await newMine();
    const [domain] = domains;
    assert.ok(domain);
    bodyOf(await owner.call(removeDomain, { params: { ...params, domainId: domain.id } }), 200);
    assert.equal((await domainsOf(owner, params)).serverDomain, PARENT);
    assert.equal((await see(server, domain.host, '/x')).status, 404);
    const other = await newMine(name);
    assert.notEqual(other.domains[0]?.host, domain.host);
    const again = bodyOf(await owner.call(useServerDomain, { params }), 201);
    assert.deepEqual([again.host, again.status, again.isPrimary], [domain.host, 'verified', true]);
    assert.equal((await owner.call(useServerDomain, { params })).status, 409);
    bodyOf(await owner.call(deleteProject, { params, body: { confirmName: name } }), 200);
    const heir = await newMine(name);
    assert.notEqual(heir.domains[0]?.host, domain.host);
  });

  test('simultaneous requests create only one', async () => {
    const project = await newProject({ noDomain: true }, await onStage());
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    assert.deepEqual((await domainsOf(owner, params)).domains, []);
    const replies = await Promise.all([1, 2, 3].map(() => owner.call(useServerDomain, { params })));
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    );
    assert.equal((await domainsOf(owner, params)).domains.length, 1);
  });

  test('400: an unknown query parameter', async () => {
    const { server, owner, params } = await newMine();
    const reply = await send({
      port: server.port,
      method: 'POST',
      path: `/api/v1/projects/${params.projectId}/domains/server?host=x`,
      headers: { authorization: `Bearer ${owner.token}` },
    });
    assert.equal(reply.status, 400);
    assert.match(reply.text, /host is not a known query parameter/);
  });

  test('403: as a viewer; 409: LINK_DOMAIN is local', async () => {
    const project = await newProject({ noDomain: true }, await onStage());
    const params = { projectId: project.project.id };
    const viewer = await newPerson({ project, role: 'viewer' });
    assert.equal((await viewer.call(useServerDomain, { params })).status, 403);
    const elsewhere = await newProject({ noDomain: true }, await useServer());
    const owner = await ownerOf(elsewhere);
    const there = { projectId: elsewhere.project.id };
    assert.equal((await domainsOf(owner, there)).serverDomain, null);
    assert.equal((await owner.call(useServerDomain, { params: there })).status, 409);
  });
});
