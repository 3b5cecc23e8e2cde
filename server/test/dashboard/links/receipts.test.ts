import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson } from '../../support/callers/person.ts';
import { askMatch, install, iphone, pixel, tap } from '../../support/callers/phones.ts';

const { listLinkReceipts } = operations;

async function build() {
  const project = await newProject();
  const viewer = await newPerson({ project, role: 'viewer' });
  const [link, other] = [await newLink(project), await newLink(project)];
  return { project, viewer, link, other, projectId: project.project.id };
}

describe('listLinkReceipts 200', () => {
  test('returns only the first opens of the link, newest first, page by page', async () => {
    const { project, viewer, link, other, projectId } = await build();
    const opened: string[] = [];
    for (const phone of [iphone(), pixel()]) {
      await tap(phone, project, link);
      const { clientId, id } = await install(project);
      await askMatch(phone, project, { installationId: clientId });
      opened.unshift(id);
    }
    const stranger = iphone();
    await tap(stranger, project, other);
    const { clientId } = await install(project);
    await askMatch(stranger, project, { installationId: clientId });

    const params = { projectId, linkId: link.id };
    const all = bodyOf(await viewer.call(listLinkReceipts, { params }), 200);
    assert.deepEqual(
      all.receipts.map(({ installationId }) => installationId),
      opened,
    );
    assert.equal(all.nextCursor, null);
    const [newest] = all.receipts;
    assert.equal(newest?.as, 'install');
    assert.equal(newest?.matchType, 'fingerprint');
    assert.ok((newest?.confidence ?? 0) > 0.5);

    const first = bodyOf(await viewer.call(listLinkReceipts, { params, query: { limit: 1 } }), 200);
    const cursor = first.nextCursor ?? '';
    const query = { limit: 1, cursor };
    const second = bodyOf(await viewer.call(listLinkReceipts, { params, query }), 200);
    assert.deepEqual([...first.receipts, ...second.receipts], all.receipts);
    assert.equal(second.nextCursor, null);
  });

  test('is empty for a link without installs', async () => {
    const { viewer, link, projectId } = await build();
    const params = { projectId, linkId: link.id };
    const reply = await viewer.call(listLinkReceipts, { params });
    assert.deepEqual(reply.body, { receipts: [], nextCursor: null });
  });
});

describe('listLinkReceipts errors', () => {
  test('404: an unknown link; 400: an invalid cursor', async () => {
    const { viewer, link, projectId } = await build();
    const absent = await viewer.call(listLinkReceipts, {
      params: { projectId, linkId: randomUUID() },
    });
    assert.equal(absent.status, 404);
    const reply = await viewer.call(listLinkReceipts, {
      params: { projectId, linkId: link.id },
      query: { cursor: 'somewhere' },
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /cursor is invalid/);
  });
});

describe('listInstallations 200', () => {
  test('shows how each first open was matched, or null if no match was requested', async () => {
    const { project, viewer, link, projectId } = await build();
    const silent = await install(project);
    const phone = iphone();
    const unmatched = await install(project);
    await askMatch(phone, project, { installationId: unmatched.clientId });
    await tap(phone, project, link);
    const matched = await install(project);
    await askMatch(phone, project, { installationId: matched.clientId });
    const { installations } = bodyOf(
      await viewer.call(operations.listInstallations, { params: { projectId } }),
      200,
    );
    assert.deepEqual(Object.fromEntries(installations.map(({ id, match }) => [id, match])), {
      [silent.id]: null,
      [unmatched.id]: 'none',
      [matched.id]: 'fingerprint',
    });
  });
});
