import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { claimDueExaminations } from '#links/doctor/claimDueExaminations.ts';
import { examineDueDomains } from '#faces/jobs/examineDomains.ts';
import { newId } from '#platform/lib/uuid.ts';
import { endings } from '../support/run/endings.ts';
import { appKey, member, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../support/callers/person.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { mailsTo } from '../support/outside/mails.ts';
import { ADMIN_TOKEN, startServer } from '../support/useServer.ts';
import { openDnsServer } from '../support/outside/openDnsServer.ts';

const { examineDomain, examineHost, examineHostForOperator, listDomainReports, listDomains } =
  operations;

type World = Awaited<ReturnType<typeof build>>;
let shared: Promise<World> | undefined;

/** A server whose DNS knows nothing but what a test says. */
function stage(): Promise<World> {
  shared ??= build();
  return shared;
}

async function build() {
  const dns = endings.use(await openDnsServer());
  return { dns, server: await startServer({ DNS_SERVERS: dns.address }) };
}

async function newCase(input: Parameters<typeof newProject>[0] = {}) {
  const { server, dns } = await stage();
  const project = await newProject(input, server);
  const params = { projectId: project.project.id };
  const { domains } = bodyOf(await member(project)(listDomains, { params }), 200);
  return { server, dns, project, params: { ...params, domainId: domains[0]!.id } };
}

function operatorOf({ server }: TestProject) {
  return createClient({
    baseUrl: `${server.origin}/api/v1`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
}

describe('examineHost', () => {
  test("200: with a key, a session and the admin token; for a host and a link's URL", async () => {
    const { project } = await newCase();
    const { host } = project;
    const byKey = bodyOf(await appKey(project)(examineHost, { body: { host } }), 200);
    assert.equal(byKey.host, host);
    assert.equal(byKey.verdict, 'problem');
    assert.deepEqual(
      byKey.findings.map(({ code, severity }) => [code, severity]),
      [['DNS_NOTHING', 'problem']],
    );
    assert.match(byKey.findings[0]!.cure, /CNAME record/);
    const url = { host: `https://${host.toUpperCase()}/summer?x=1` };
    const bySession = await member(project, '/v1')(examineHost, { body: url });
    assert.equal(bodyOf(bySession, 200).host, host);
    const byOperator = await operatorOf(project)(examineHostForOperator, { body: { host } });
    assert.equal(bodyOf(byOperator, 200).verdict, 'problem');
  });

  test('400: an invalid host, or a session with several projects that names none', async () => {
    const { project } = await newCase();
    for (const host of ['a b', 'myapp://x/y', '[::1]', 'user@example.com']) {
      const key = await appKey(project)(examineHost, { body: { host } });
      assert.equal(key.status, 400, host);
      const operator = await operatorOf(project)(examineHostForOperator, { body: { host } });
      assert.equal(operator.status, 400, host);
    }
  });

  test('401: without a key; 403: with a publishable key or as a viewer', async () => {
    const { project } = await newCase();
    const body = { host: project.host };
    const nobody = createClient({ baseUrl: `${project.server.origin}/v1` });
    assert.equal((await nobody(examineHost, { body })).status, 401);
    const publishable = await publishableKey(project);
    assert.equal((await publishable(examineHost, { body })).status, 403);
    const viewer = await newPerson({ project, role: 'viewer' });
    const calls = createClient({
      baseUrl: `${project.server.origin}/v1`,
      headers: { authorization: `Bearer ${viewer.token}` },
    });
    assert.equal((await calls(examineHost, { body })).status, 403);
    const wrong = createClient({
      baseUrl: `${project.server.origin}/api/v1`,
      headers: { authorization: 'Bearer nonsense' },
    });
    assert.equal((await wrong(examineHostForOperator, { body })).status, 401);
  });

  test('404: a host of another project, or an unknown one', async () => {
    const [{ project }, { project: other }] = [await newCase(), await newCase()];
    for (const host of [other.host, 'nobody.example', '169.254.169.254', 'localhost']) {
      const reply = await appKey(project)(examineHost, { body: { host } });
      assert.equal(reply.status, 404, host);
    }
    const body = { host: 'nobody.example' };
    assert.equal((await operatorOf(project)(examineHostForOperator, { body })).status, 404);
  });
});

describe('examineDomain and listDomainReports', () => {
  test('200: reports are kept, the newest first', async () => {
    const { project, params, dns } = await newCase();
    const call = member(project);
    assert.deepEqual(bodyOf(await call(listDomainReports, { params }), 200), { reports: [] });
    const first = bodyOf(await call(examineDomain, { params }), 200);
    dns.zone.set(`A ${project.host}`, ['10.0.0.1']);
    const second = bodyOf(await call(examineDomain, { params }), 200);
    assert.deepEqual(
      second.findings.map(({ code }) => code),
      ['DNS_PRIVATE_ADDRESS'],
    );
    const { reports } = bodyOf(await call(listDomainReports, { params }), 200);
    assert.deepEqual(reports, [second, first]);
  });

  test('400: an invalid id; 401: no credentials; 403: examining as a viewer; 404: unknown', async () => {
    const { project, params } = await newCase();
    const call = member(project);
    const bad = { ...params, domainId: 'x' };
    const none = { ...params, domainId: newId() };
    const viewer = await newPerson({ project, role: 'viewer' });
    const nobody = createClient({ baseUrl: `${project.server.origin}/api/v1` });
    for (const operation of [examineDomain, listDomainReports]) {
      assert.equal((await call(operation, { params: bad })).status, 400);
      assert.equal((await nobody(operation, { params })).status, 401);
      assert.equal((await call(operation, { params: none })).status, 404);
    }
    assert.equal((await viewer.call(examineDomain, { params })).status, 403);
    assert.equal((await viewer.call(listDomainReports, { params })).status, 200);
    const other = await ownerOf((await newCase()).project);
    assert.equal((await other.call(listDomainReports, { params })).status, 404);
  });
});

describe('daily examination', () => {
  test('checks a verified domain once a day and emails the owner when problems come and go', async () => {
    const { server, project, params, dns } = await newCase();
    const { app } = server;
    const round = async () => {
      await app.db
        .deleteFrom('domain_examinations')
        .where('domain_id', '=', params.domainId)
        .execute();
      await examineDueDomains(app);
    };
    // Those of other tests count as examined.
    await claimDueExaminations(app.db, 1_000_000);
    const mails = async () =>
      (await mailsTo(server, project.userEmail)).filter((mail) => mail.includes(project.host));
    await round();
    const [mail, ...more] = await mails();
    assert.deepEqual(more, []);
    assert.match(mail ?? '', /links are not working properly/);
    assert.match(mail ?? '', /DNS_NOTHING/);
    await examineDueDomains(app);
    await round();
    assert.equal((await mails()).length, 1);
    dns.zone.set(`A ${project.host}`, ['192.168.1.1']);
    await round();
    assert.equal((await mails()).length, 2);
    const { reports } = bodyOf(await member(project)(listDomainReports, { params }), 200);
    assert.equal(reports.length, 3);
  });
});
