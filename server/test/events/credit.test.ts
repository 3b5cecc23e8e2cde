import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { newInstallation, newLink, newProject } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { iphone, tap } from '../support/callers/phones.ts';
import { countOf, HOUR, identify, installBy, newEvent, recordAll, timeAt } from './callers.ts';

async function recordIdOf({ server, project }: TestProject, clientId: string): Promise<string> {
  const { id } = await server.app.db
    .selectFrom('installations')
    .select('id')
    .where('project_id', '=', project.id)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return id;
}

describe('the link of an event', () => {
  test("is that of its installation's install, by the app's own id or the record's in either case", async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    const clientId = await installBy(project, link);
    const id = await recordIdOf(project, clientId);
    const clickId = await tap(iphone(), project, other);
    await recordAll(project, [
      newEvent({ installationId: clientId }),
      newEvent({ installationId: id }),
      newEvent({ installationId: id.toUpperCase(), clickId }),
      newEvent({ installationId: 'unknown' }),
    ]);
    assert.deepEqual([await countOf(project, link.id), await countOf(project, other.id)], [3, 0]);
  });

  test('is found again when an install is matched late', async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    const installationId = randomUUID();
    const clickId = await tap(iphone(), project, other);
    await recordAll(project, [newEvent({ installationId }), newEvent({ installationId, clickId })]);
    assert.deepEqual([await countOf(project, link.id), await countOf(project, other.id)], [0, 1]);
    await installBy(project, link, installationId);
    assert.deepEqual([await countOf(project, link.id), await countOf(project, other.id)], [2, 0]);
  });

  test('is none for an installation that came by none, whatever else the event names', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { clientId } = await newInstallation(project);
    const clickId = await tap(iphone(), project, link);
    await recordAll(project, [newEvent({ installationId: clientId, clickId })]);
    assert.equal(await countOf(project, link.id), 0);
  });

  test('is that of its click, without an installation', async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    const clickId = await tap(iphone(), project, link);
    await identify(project, await installBy(project, other), 'customer');
    await recordAll(project, [
      newEvent({ clickId: clickId.toUpperCase(), customerId: 'customer' }),
      newEvent({ clickId }),
    ]);
    assert.deepEqual([await countOf(project, link.id), await countOf(project, other.id)], [2, 0]);
  });

  test("is that of the customer's installation at its time; the history has tests of its own", async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    await identify(project, await installBy(project, link), 'customer');
    await identify(project, await installBy(project, other), 'customer');
    const customerId = 'customer';
    const clickId = randomUUID();
    await recordAll(project, [
      newEvent({ customerId }),
      newEvent({ customerId, at: timeAt(-HOUR) }),
      newEvent({ customerId, clickId, installationId: 'never seen' }),
    ]);
    assert.deepEqual([await countOf(project, link.id), await countOf(project, other.id)], [3, 0]);
  });

  test("is none for other projects' installations, clicks and customers", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const link = await newLink(other);
    const installationId = await installBy(other, link);
    await identify(other, installationId, 'customer');
    const clickId = await tap(iphone(), other, link);
    const id = await recordIdOf(other, installationId);
    const own = await newLink(project);
    await recordAll(project, [
      newEvent({ installationId }),
      newEvent({ installationId: id }),
      newEvent({ clickId }),
      newEvent({ customerId: 'customer' }),
    ]);
    assert.deepEqual([await countOf(other, link.id), await countOf(project, own.id)], [0, 0]);
  });
});
