import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
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
