import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  anonymous,
  anyProject,
  appKey,
  installation,
  member,
  newInstallation,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';

const { identify, listInstallations, eraseInstallation } = operations;

async function customersOf(project: TestProject, search?: string) {
  const params = { projectId: project.project.id };
  const query = search === undefined ? {} : { search };
  const reply = await appKey(project, {}, '/api/v1')(listInstallations, { params, query });
  assert.ok(reply.status === 200);
  return reply.body.installations.map(({ installationId, customerId }) => [
    installationId,
    customerId,
  ]);
}

describe('identify 200', () => {
  test('an installation with its token, or a secret key for any, says whose it is', async () => {
    const project = await newProject();
    const [phone, tablet] = [await newInstallation(project), await newInstallation(project)];
    const app = await publishableKey(project, { 'x-installation-token': phone.token });
    const own = await app(identify, { body: { customerId: 'customer-1' } });
    assert.deepEqual([own.status, own.body], [200, { success: true }]);
    const body = { installationId: tablet.id, customerId: 'customer-1' };
    assert.equal((await appKey(project)(identify, { body })).status, 200);
    const other = await newInstallation(project);
    assert.deepEqual(await customersOf(project, 'customer-1'), [
      [tablet.clientId, 'customer-1'],
      [phone.clientId, 'customer-1'],
    ]);
    assert.deepEqual((await customersOf(project))[0], [other.clientId, null]);
  });

  test('the newest says it, and null means nobody; starts of the app leave it', async () => {
    const project = await newProject();
    const phone = await newInstallation(project);
    const { clientId: installationId } = phone;
    const call = installation(project, phone);
    for (const [customerId, kept] of [
      ['one', 'one'],
      ['two', 'two'],
      ['two', 'two'],
      [null, null],
    ] as const) {
      assert.equal((await call(identify, { body: { installationId, customerId } })).status, 200);
      await call(operations.bootstrap, { body: { installationId } });
      assert.deepEqual(await customersOf(project), [[installationId, kept]]);
    }
  });

  test('a customer is found on every phone that was ever theirs, to be erased there', async () => {
    const project = await newProject();
    const phone = await newInstallation(project);
    for (const customerId of ['first', 'second', null]) {
      await installation(project, phone)(identify, { body: { customerId } });
    }
    for (const customerId of ['first', 'second']) {
      assert.deepEqual(await customersOf(project, customerId), [[phone.clientId, null]]);
    }
    assert.deepEqual(await customersOf(await newProject(), 'first'), []);
  });

  test('an erased installation leaves nobody behind', async () => {
    const project = await newProject();
    const phone = await newInstallation(project);
    const body = { customerId: 'gone' };
    await installation(project, phone)(identify, { body });
    const params = { projectId: project.project.id, installationId: phone.clientId };
    assert.equal((await member(project)(eraseInstallation, { params })).status, 200);
    await newInstallation(project, { installationId: phone.clientId });
    assert.deepEqual(await customersOf(project), [[phone.clientId, null]]);
  });
});

const { rotateIdentitySecret, updateProject, getIdentitySecret } = operations;
const paramsOf = ({ project }: TestProject) => ({ projectId: project.id });

async function newSecret(
  project: TestProject,
  body: { graceHours?: number } = {},
): Promise<string> {
  const reply = await member(project)(rotateIdentitySecret, { params: paramsOf(project), body });
  assert.ok(reply.status === 201, JSON.stringify(reply.body));
  return reply.body.secret;
}

const proofOf = (customerId: string, secret: string) =>
  createHmac('sha256', secret).update(customerId).digest('hex');

describe('identify where identities are signed', () => {
  async function newSigned() {
    const project = await newProject();
    const secret = await newSecret(project);
    const request = { params: paramsOf(project), body: { identify: 'signed' } } as const;
    assert.equal((await member(project)(updateProject, request)).status, 200);
    const phone = await newInstallation(project);
    const app = await publishableKey(project, { 'x-installation-token': phone.token });
    const say = async (customerId: string | null, proof?: string) => {
      const body = { customerId, ...(proof !== undefined && { proof }) };
      return (await app(identify, { body })).status;
    };
    return { project, secret, phone, app, say };
  }

  test('200 with the proof of the server, in either case; null needs none, nor does a secret key', async () => {
    const { project, secret, phone, say } = await newSigned();
    const named = async () => (await customersOf(project))[0]?.[1];
    for (const customerId of ['customer-42', 'Žofie 🦊', ' ']) {
      assert.equal(await say(customerId, proofOf(customerId, secret)), 200);
      assert.equal(await named(), customerId);
    }
    assert.equal(await say('again', proofOf('again', secret).toUpperCase()), 200);
    assert.equal(await say(null), 200);
    assert.equal(await named(), null);
    const body = { installationId: phone.clientId, customerId: 'by the server' };
    assert.equal((await appKey(project)(identify, { body })).status, 200);
    assert.equal(await named(), 'by the server');
  });

  test('403 names the setting: without a proof, with that of another id, secret or project', async () => {
    const { project, app } = await newSigned();
    const other = await newSecret(await newProject());
    const secret = await newSecret(project, { graceHours: 0 });
    for (const proof of [
      undefined,
      proofOf('customer-43', secret),
      proofOf('customer-42', other),
      proofOf('customer-42', secret).replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ]) {
      const body = { customerId: 'customer-42', ...(proof !== undefined && { proof }) };
      const reply = await app(identify, { body });
      assert.equal(reply.status, 403);
      assert.match(JSON.stringify(reply.body), /setting identify is .*signed.*send proof/);
    }
    assert.equal((await customersOf(project))[0]?.[1], null);
  });

  test('400: a proof that is none, whatever the project takes', async () => {
    const { app } = await newSigned();
    const project = await newProject();
    const { token } = await newInstallation(project);
    for (const call of [app, await publishableKey(project, { 'x-installation-token': token })]) {
      for (const proof of ['', 'ab', 'g'.repeat(64), 'a'.repeat(65)]) {
        const reply = await call(identify, { body: { customerId: 'x', proof } });
        assert.equal(reply.status, 400);
        assert.match(JSON.stringify(reply.body), /proof must be 64 hexadecimal digits/);
      }
    }
  });

  test('the secret before counts for the grace period, the one before that never', async () => {
    const { project, secret: first, say } = await newSigned();
    const second = await newSecret(project, { graceHours: 1 });
    const info = async () => {
      const reply = await member(project)(getIdentitySecret, { params: paramsOf(project) });
      assert.ok(reply.status === 200);
      return reply.body;
    };
    const { lastCharacters, previousUntil } = await info();
    assert.equal(lastCharacters, second.slice(-4));
    assert.ok(Date.parse(previousUntil ?? '') > Date.now() + 3_500_000);
    assert.equal(await say('a', proofOf('a', first)), 200);
    assert.equal(await say('b', proofOf('b', second)), 200);
    const { db } = project.server.app;
    const over = { previous_until: new Date(Date.now() - 1) };
    const own = project.project.id;
    await db.updateTable('identity_secrets').set(over).where('project_id', '=', own).execute();
    assert.equal((await info()).previousUntil, null);
    assert.equal(await say('c', proofOf('c', first)), 403);
    const third = await newSecret(project);
    assert.equal(await say('d', proofOf('d', first)), 403);
    assert.equal(await say('e', proofOf('e', second)), 200);
    assert.equal(await say('f', proofOf('f', third)), 200);
    await newSecret(project, { graceHours: 0 });
    assert.equal(await say('g', proofOf('g', third)), 403);
  });

  test('the secret is stored encrypted, shown once, and in no audit entry', async () => {
    const project = await newProject();
    const [first, second] = [await newSecret(project), await newSecret(project)];
    assert.match(first, /^fl_identity_[\w-]{43}$/);
    assert.notEqual(first, second);
    const { db } = project.server.app;
    const stored = await db
      .selectFrom('identity_secrets')
      .selectAll()
      .where('project_id', '=', project.project.id)
      .executeTakeFirstOrThrow();
    const params = paramsOf(project);
    const call = member(project);
    const shown = [
      await call(operations.listAuditEntries, { params }),
      await call(getIdentitySecret, { params }),
      await call(operations.getProject, { params }),
    ];
    const text = JSON.stringify([stored, shown.map(({ body }) => body)]);
    assert.ok(!text.includes(first) && !text.includes(second));
    assert.match(text, /identity_secret\.rotated/);
  });

  test('400: signed without a secret to sign with', async () => {
    const project = await newProject();
    const request = { params: paramsOf(project), body: { identify: 'signed' } } as const;
    const reply = await member(project)(updateProject, request);
    assert.equal(reply.status, 400);
    assert.match(
      JSON.stringify(reply.body),
      /identify can be signed once there is an identity secret/,
    );
    const reads = await member(project)(getIdentitySecret, { params: paramsOf(project) });
    assert.deepEqual(reads.body, { lastCharacters: null, madeAt: null, previousUntil: null });
  });

  test('400: a grace period that is none', async () => {
    const project = await anyProject();
    for (const graceHours of [-1, 721, 0.5]) {
      const body = { graceHours };
      const reply = await member(project)(rotateIdentitySecret, {
        params: paramsOf(project),
        body,
      });
      assert.equal(reply.status, 400);
    }
  });
});

describe('identify errors', () => {
  for (const [customerId, code] of [
    ['', 'too_short'],
    ['x'.repeat(256), 'too_long'],
    ['a\u0000b', 'format'],
    [undefined, 'required'],
  ] as const) {
    test(`400: a customerId that is ${code}`, async () => {
      const project = await anyProject();
      const phone = await newInstallation(project);
      const call = installation(project, phone, { accept: 'application/problem+json' });
      const reply = await call(identify, { body: { customerId } as never });
      assert.equal(reply.status, 400);
      const { errors } = reply.body as unknown as { errors: { field: string; code: string }[] };
      assert.deepEqual(
        errors.map((each) => [each.field, each.code]),
        [['customerId', code]],
      );
    });
  }

  test('400: a secret key names neither an installation nor sends a token', async () => {
    const reply = await appKey(await anyProject())(identify, { body: { customerId: 'x' } });
    assert.equal(reply.status, 400);
  });

  test('401: without a key', async () => {
    const body = { installationId: randomUUID(), customerId: 'x' };
    assert.equal((await (await anonymous())(identify, { body })).status, 401);
  });

  test('403: a publishable key without a token, and for another installation, known or not', async () => {
    const project = await newProject();
    const [phone, tablet] = [await newInstallation(project), await newInstallation(project)];
    const body = { installationId: tablet.clientId, customerId: 'x' };
    const stranger = await publishableKey(project);
    const own = await publishableKey(project, { 'x-installation-token': phone.token });
    assert.equal((await stranger(identify, { body })).status, 403);
    assert.equal((await own(identify, { body })).status, 403);
    const absent = { ...body, installationId: randomUUID() };
    assert.equal((await own(identify, { body: absent })).status, 403);
    assert.deepEqual(await customersOf(project, 'x'), []);
  });

  test('404: a secret key names an installation of another project', async () => {
    const [one, two] = [await anyProject(), await newProject()];
    const { id: installationId } = await newInstallation(two);
    const reply = await appKey(one)(identify, { body: { installationId, customerId: 'x' } });
    assert.equal(reply.status, 404);
  });

  test('413: a body of 300 KB', async () => {
    const body = { customerId: 'x'.repeat(300_000) };
    assert.equal((await appKey(await anyProject())(identify, { body })).status, 413);
  });
});
