import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  anonymous,
  member,
  newInstallation,
  newLink,
  newProject,
} from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { iphone, tap } from '../support/callers/phones.ts';
import { identify, installBy, newEvent, recordAll, reopenBy } from './callers.ts';

const { getEventReceipt } = operations;

async function receiptOf({ project, ...rest }: TestProject, eventId: string) {
  const request = { params: { projectId: project.id }, query: { eventId } };
  const reply = await member({ project, ...rest })(getEventReceipt, request);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body;
}

describe('getEventReceipt 200', () => {
  test('says which link has the credit in either series, and why', async () => {
    const project = await newProject();
    const [link, again] = [await newLink(project), await newLink(project)];
    const installationId = await installBy(project, link);
    await identify(project, installationId, 'customer');
    await reopenBy(project, again, installationId);
    const { clientId: organic } = await newInstallation(project);
    const clickId = await tap(iphone(), project, again);
    const events = {
      installation: newEvent({ installationId, revenue: { amount: -5, currency: 'EUR' } }),
      customer: newEvent({ customerId: 'customer', test: true }),
      click: newEvent({ clickId }),
      organic: newEvent({ installationId: organic }),
      unknown: newEvent({ customerId: 'unknown' }),
      nobody: newEvent(),
    };
    await recordAll(project, Object.values(events));
    for (const [reason, { eventId }] of Object.entries(events)) {
      const receipt = await receiptOf(project, eventId);
      assert.equal(receipt.reason, reason);
      const credited = { installation: link.id, customer: link.id, click: again.id }[reason];
      assert.equal(receipt.install?.linkId, credited, reason);
      const reopened = reason === 'installation' || reason === 'customer' ? again.id : undefined;
      assert.equal(receipt.reengagement?.linkId, reopened, reason);
    }
    const { revenue, test: isTest } = await receiptOf(project, events.installation.eventId);
    assert.deepEqual([revenue, isTest], [{ amount: -5, currency: 'EUR' }, false]);
    assert.equal((await receiptOf(project, events.customer.eventId)).test, true);
  });

  test('changes with an install that is matched late', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const event = newEvent({ installationId: 'late' });
    await recordAll(project, [event]);
    assert.equal((await receiptOf(project, event.eventId)).reason, 'unknown');
    await installBy(project, link, 'late');
    const { reason, install } = await receiptOf(project, event.eventId);
    assert.deepEqual([reason, install?.linkId], ['installation', link.id]);
  });
});

describe('getEventReceipt errors', () => {
  test('404 for an event of another project, 401 without a session', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { eventId } = newEvent();
    await recordAll(other, [newEvent({ eventId })]);
    const request = { params: { projectId: project.project.id }, query: { eventId } };
    assert.equal((await member(project)(getEventReceipt, request)).status, 404);
    assert.equal((await (await anonymous('/api/v1'))(getEventReceipt, request)).status, 401);
  });
});
