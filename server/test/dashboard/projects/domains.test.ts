import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { ProjectDomain } from '@fairlead/contract/operations/dashboard/domains';
import { openDns } from '#platform/adapters/dns.ts';
import { checkDueDomains } from '#faces/jobs/checkDomains.ts';
import { DnsError } from '#platform/ports/Dns.ts';
import { newId } from '#platform/lib/uuid.ts';
import { endings } from '../../support/run/endings.ts';
import { openDnsServer } from '../../support/outside/openDnsServer.ts';
import { newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { send, USER_AGENTS } from '../../support/callers/request.ts';
import { startServer } from '../../support/useServer.ts';

const { addDomain, listDomains, verifyDomain, setPrimaryDomain, removeDomain } = operations;
const { getDomainAssociation, listAuditEntries, updateProject } = operations;

const newHost = () => `d${randomBytes(6).toString('hex')}.example.com`;

let stage: ReturnType<typeof build> | undefined;
/** A server that asks the tests' own DNS server. */
const onStage = () => (stage ??= build());

async function build() {
  const dns = endings.use(await openDnsServer());
  return { dns, server: await startServer({ DNS_SERVERS: dns.address }) };
}

async function newOwner(input: Parameters<typeof newProject>[0] = { noDomain: true }) {
  const { server, dns } = await onStage();
  const project = await newProject(input, server);
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const add = (host: string) => owner.call(addDomain, { params, body: { host } });
  const verify = (domainId: string) =>
    owner.call(verifyDomain, { params: { ...params, domainId } });
  return { project, owner, params, add, verify, dns };
}

function publish(dns: { zone: Map<string, readonly string[]> }, domain: ProjectDomain) {
  for (const { type, name, value } of domain.records) dns.zone.set(`${type} ${name}`, [value]);
}

describe('custom domains', () => {
  test('a domain is added with DNS records, verified by them and becomes primary', async () => {
    const { owner, params, add, verify, dns } = await newOwner();
    const host = newHost();
    const added = bodyOf(await add(host), 201);
    assert.equal(added.status, 'pending');
    assert.deepEqual(
      added.records.map(({ type, name, state }) => [type, name, state]),
      [
        ['TXT', `_fairlead.${host}`, 'unchecked'],
        ['CNAME', host, 'unchecked'],
      ],
    );

    const early = bodyOf(await verify(added.id), 200);
    assert.equal(early.status, 'pending');
    assert.match(early.problem ?? '', /no TXT record/);
    assert.deepEqual(
      early.records.map((record) => record.state),
      ['missing', 'missing'],
    );

    dns.zone.set(`TXT _fairlead.${host}`, ['fairlead-verification=of another']);
    const wrong = bodyOf(await verify(added.id), 200);
    assert.equal(wrong.records[0]?.state, 'different');
    assert.deepEqual(wrong.records[0].seen, ['fairlead-verification=of another']);

    publish(dns, added);
    const verified = bodyOf(await verify(added.id), 200);
    assert.equal(verified.status, 'verified');
    assert.equal(verified.isPrimary, true);
    assert.equal(verified.problem, null);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(
      entries.map((entry) => entry.action),
      ['domain.verified', 'domain.added'],
    );
  });

  test('a verified domain serves links at once', async () => {
    const { project, add, verify, dns } = await newOwner();
    const host = newHost();
    const { port } = project.server;
    const visitHere = () => visitOn(port, host, '/nothing');
    const before = await visitHere();
    assert.equal(before.status, 404);
    assert.match(before.text, /Nothing here/, 'the page of a host that is nobody’s');
    const added = bodyOf(await add(host), 201);
    publish(dns, added);
    bodyOf(await verify(added.id), 200);
    const link = await newLink(project);
    assert.equal(new URL(link.shortUrl).hostname, host);
    assert.equal((await visitOn(port, host, `/${link.slug}`)).status, 302);
  });

  test('a domain behind a proxy is verified with a warning', async () => {
    const { add, verify, dns } = await newOwner();
    const added = bodyOf(await add(newHost()), 201);
    const [proof, traffic] = added.records;
    dns.zone.set(`TXT ${proof?.name}`, [proof?.value ?? '']);
    dns.zone.set(`A ${traffic?.name}`, ['192.0.2.1']);
    const verified = bodyOf(await verify(added.id), 200);
    assert.equal(verified.status, 'verified');
    assert.equal(verified.records[1]?.state, 'different');
    assert.match(verified.problem ?? '', /does not lead to this server/);
  });

  test("a CNAME flattened to the server's IP addresses counts as found", async () => {
    const { add, verify, dns } = await newOwner();
    const added = bodyOf(await add(newHost()), 201);
    publish(dns, added);
    dns.zone.delete(`CNAME ${added.host}`);
    dns.zone.set(`A ${added.host}`, ['192.0.2.9']);
    dns.zone.set('A api.test', ['192.0.2.8', '192.0.2.9']);
    const verified = bodyOf(await verify(added.id), 200);
    assert.equal(verified.records[1]?.state, 'found');
  });

  test('pending domains are verified in the background', async () => {
    const { owner, params, add, dns } = await newOwner();
    const added = bodyOf(await add(newHost()), 201);
    publish(dns, added);
    const { server } = await onStage();
    // Domains of other tests are due as well, twenty a round.
    for (let rounds = 0; rounds < 50; rounds += 1) {
      await checkDueDomains(server.app);
      const { domains } = bodyOf(await owner.call(listDomains, { params }), 200);
      if (domains[0]?.status === 'verified') break;
    }
    const { domains } = bodyOf(await owner.call(listDomains, { params }), 200);
    assert.equal(domains[0]?.status, 'verified');
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.equal(entries[0]?.actor.kind, 'system');
  });

  test('409: another project has verified the host', async () => {
    const [one, two, three] = await Promise.all([newOwner(), newOwner(), newOwner()]);
    const host = newHost();
    const first = bodyOf(await one.add(host), 201);
    const second = bodyOf(await two.add(host), 201);
    publish(one.dns, first);
    const [, traffic] = first.records;
    assert.ok(traffic);
    const [proof] = second.records;
    // Both proofs stand side by side.
    one.dns.zone.set(`TXT _fairlead.${host}`, [first.records[0]?.value ?? '', proof?.value ?? '']);
    assert.equal(bodyOf(await one.verify(first.id), 200).status, 'verified');
    assert.equal((await two.verify(second.id)).status, 409);
    assert.equal((await three.add(host)).status, 409);
    assert.equal((await one.add(host)).status, 409);
  });

  test('400: hosts that cannot be link domains', async () => {
    const { add } = await newOwner();
    for (const host of [
      '192.0.2.1',
      'localhost',
      'api.test',
      'launch.localhost',
      'a b.example.com',
    ]) {
      assert.equal((await add(host)).status, 400, host);
    }
  });

  test("403: the plan's limit of domains is reached", async () => {
    const { add } = await newOwner({ plan: 'free' });
    const reply = await add(newHost());
    assert.equal(reply.status, 403);
    assert.match(JSON.stringify(reply.body), /domains/);
  });

  test('only a verified domain can be primary, and only one without links be removed', async () => {
    const { project, owner, params, add, verify, dns } = await newOwner({});
    const added = bodyOf(await add(newHost()), 201);
    const mine = { ...params, domainId: added.id };
    assert.equal((await owner.call(setPrimaryDomain, { params: mine })).status, 409);
    publish(dns, added);
    assert.equal(bodyOf(await verify(added.id), 200).isPrimary, false);
    assert.equal(bodyOf(await owner.call(setPrimaryDomain, { params: mine }), 200).isPrimary, true);
    const { domains } = bodyOf(await owner.call(listDomains, { params }), 200);
    assert.deepEqual(
      domains.map(({ host, isPrimary }) => [host, isPrimary]),
      [
        [added.host, true],
        [project.host, false],
      ],
    );
    const link = await newLink(project, { domain: added.host });
    const refused = await owner.call(removeDomain, { params: mine });
    assert.equal(refused.status, 409);
    assert.match(JSON.stringify(refused.body), /1 live link/);
    const { app } = project.server;
    await app.db
      .updateTable('links')
      .set({ deleted_at: new Date() })
      .where('id', '=', link.id)
      .execute();
    assert.equal((await owner.call(removeDomain, { params: mine })).status, 200);
    assert.equal((await owner.call(removeDomain, { params: mine })).status, 404);
    const left = bodyOf(await owner.call(listDomains, { params }), 200).domains;
    assert.deepEqual(
      left.map(({ host, isPrimary }) => [host, isPrimary]),
      [[project.host, true]],
    );
    const again = bodyOf(await add(added.host), 201);
    assert.equal(again.status, 'pending');
  });

  test('shows the association files that phones read and what they lack', async () => {
    const { owner, params, add } = await newOwner();
    const { id: domainId } = bodyOf(await add(newHost()), 201);
    const ask = async () =>
      bodyOf(await owner.call(getDomainAssociation, { params: { ...params, domainId } }), 200);
    const bare = await ask();
    assert.deepEqual(bare.android, []);
    assert.equal(bare.findings.length, 5);
    await owner.call(updateProject, {
      params,
      body: {
        ios: { teamId: 'ABCDE12345', bundleId: 'com.example.app' },
        android: { packageName: 'com.example.app', sha256Fingerprints: ['ab'.repeat(32)] },
      },
    });
    const full = await ask();
    assert.match(JSON.stringify(full.apple), /ABCDE12345\.com\.example\.app/);
    assert.match(JSON.stringify(full.android), /AB:AB:AB/);
    assert.equal(full.findings.length, 1, 'not verified yet');
  });

  test('404: an unknown domain', async () => {
    const { owner, params } = await newOwner();
    const [stranger] = await Promise.all([newPerson(), onStage()]);
    const domainId = newId();
    for (const operation of [verifyDomain, setPrimaryDomain, removeDomain, getDomainAssociation]) {
      const reply = await owner.call(operation, { params: { ...params, domainId } });
      assert.equal(reply.status, 404);
      assert.match(JSON.stringify(reply.body), /Domain not found/);
    }
    assert.equal((await stranger.call(listDomains, { params })).status, 404);
  });
});

describe('DNS resolver', () => {
  test('lowercases names and distinguishes a missing record from a missing answer', async () => {
    const { dns } = await onStage();
    const resolver = openDns([dns.address]);
    dns.zone.set('CNAME mixed.example.com', ['Target.Example.COM']);
    assert.deepEqual(await resolver.find('mixed.example.com', 'CNAME'), ['target.example.com']);
    assert.deepEqual(await resolver.find('absent.example.com', 'TXT'), []);
    // The discard port: nobody answers.
    const deaf = openDns(['127.0.0.1:9']);
    await assert.rejects(deaf.find('x.example.com', 'A'), DnsError);
  });
});

function visitOn(port: number, host: string, path: string) {
  return send({ path, port, headers: { host, 'user-agent': USER_AGENTS.desktop } });
}
