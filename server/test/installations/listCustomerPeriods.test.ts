import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  appKey,
  member,
  newInstallation,
  newProject,
  type TestInstallation,
  type TestProject,
} from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';

const { identify, listCustomerPeriods, rotateIdentitySecret, updateProject } = operations;

async function periodsOf({ project, ...rest }: TestProject, installationId: string) {
  const params = { projectId: project.id, installationId };
  const { customers } = bodyOf(
    await member({ project, ...rest })(listCustomerPeriods, { params }),
    200,
  );
  return customers;
}

/** As the app itself says it. */
async function sayAsApp(
  project: TestProject,
  phone: TestInstallation,
  customerId: string | null,
  proof?: string,
) {
  const call = await publishableKey(project);
  const headers = { 'x-installation-token': phone.token };
  const body = { customerId, ...(proof !== undefined && { proof }) };
  bodyOf(await call(identify, { headers, body }), 200);
}

async function sayAsServer(project: TestProject, phone: TestInstallation, customerId: string) {
  const body = { customerId, installationId: phone.clientId };
  bodyOf(await appKey(project)(identify, { body }), 200);
}

describe('listCustomerPeriods 200', () => {
  test('from when to when an installation was whose, who said so, and with a proof or not', async () => {
    const project = await newProject();
    const phone = await newInstallation(project);
    assert.deepEqual(await periodsOf(project, phone.clientId), []);
    await sayAsApp(project, phone, 'ann');
    await sayAsApp(project, phone, null);
    const params = { projectId: project.project.id };
    const made = await member(project)(rotateIdentitySecret, { params, body: { graceHours: 0 } });
    const { secret } = bodyOf(made, 201);
    const signed = { params, body: { identify: 'signed' as const } };
    bodyOf(await member(project)(updateProject, signed), 200);
    const proof = createHmac('sha256', secret).update('bob').digest('hex');
    await sayAsApp(project, phone, 'bob', proof);
    await sayAsServer(project, phone, 'cleo');
    const periods = await periodsOf(project, phone.id);
    assert.deepEqual(
      periods.map(({ customerId, saidBy, proved, to }) => [
        customerId,
        saidBy,
        proved,
        to === null,
      ]),
      [
        ['cleo', 'server', null, true],
        ['bob', 'app', true, false],
        ['ann', 'app', false, false],
      ],
    );
    const [cleo, bob, ann] = periods;
    assert.equal(bob?.to, cleo?.from);
    assert.ok(Date.parse(ann?.to ?? '') <= Date.parse(bob?.from ?? ''));
  });

  test('from when on a period decides nothing, as a server has named the customer elsewhere', async () => {
    const project = await newProject();
    const [thief, own] = [await newInstallation(project), await newInstallation(project)];
    await sayAsApp(project, thief, 'ann');
    await sayAsServer(project, own, 'ann');
    const [period] = await periodsOf(project, thief.clientId);
    assert.ok(period?.outrankedAt);
    assert.equal((await periodsOf(project, own.clientId))[0]?.outrankedAt, null);
  });

  test('404: another project’s installation, and one that is not known', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const phone = await newInstallation(other);
    const params = { projectId: project.project.id, installationId: phone.id };
    assert.equal((await member(project)(listCustomerPeriods, { params })).status, 404);
  });

  test('400: an id that is too long', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id, installationId: 'i'.repeat(256) };
    assert.equal((await member(project)(listCustomerPeriods, { params })).status, 400);
  });
});
