import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { bodyOf, newPerson, ownerOf, type Person } from '../support/callers/person.ts';
import { newProject } from '../support/callers/personas.ts';

const { createAnnotation, deleteAnnotation, listAnnotations, listAuditEntries } = operations;

async function newTeam() {
  const project = await newProject();
  const params = { projectId: project.project.id };
  const owner = await ownerOf(project);
  const viewer = await newPerson({ project, role: 'viewer' });
  const note = (day: string, text: string, who: Person = owner) =>
    who.call(createAnnotation, { params, body: { day, text } });
  return { project, params, owner, viewer, note };
}

describe('notes on days', () => {
  test('are listed by day for everybody, and deleted by admins', async () => {
    const { params, owner, viewer, note } = await newTeam();
    const late = bodyOf(await note('2026-11-12', ' Version 3.2 '), 201);
    assert.deepEqual([late.day, late.text], ['2026-11-12', 'Version 3.2']);
    bodyOf(await note('2026-11-02', 'Mail to all'), 201);
    const texts = async () =>
      bodyOf(await viewer.call(listAnnotations, { params }), 200).annotations.map(
        ({ text }) => text,
      );
    assert.deepEqual(await texts(), ['Mail to all', 'Version 3.2']);
    const one = { params: { ...params, annotationId: late.id } };
    assert.equal((await viewer.call(deleteAnnotation, one)).status, 403);
    bodyOf(await owner.call(deleteAnnotation, one), 200);
    assert.equal((await owner.call(deleteAnnotation, one)).status, 404);
    assert.deepEqual(await texts(), ['Mail to all']);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    const logged = entries.filter(({ action }) => action.startsWith('annotation.'));
    assert.equal(logged.length, 3);
  });

  test('400: no day, no words; 403 for viewers; 409 beyond the limit', async () => {
    const { project, params, owner, viewer, note } = await newTeam();
    assert.match(JSON.stringify(bodyOf(await note('2026-02-30', 'Never'), 400)), /day must be/);
    assert.equal((await note('2026-02-03', '  ')).status, 400);
    assert.equal((await note('2026-02-03', 'Mine', viewer)).status, 403);
    const many = Array.from({ length: LIMITS.annotations - 1 }, (_, n) => ({
      id: randomUUID(),
      project_id: params.projectId,
      day: '2026-02-03',
      text: `Note ${n}`,
      author: 'Somebody',
    }));
    await project.server.app.db.insertInto('annotations').values(many).execute();
    bodyOf(await note('2026-02-03', 'The last'), 201);
    assert.match(String(bodyOf(await note('2026-02-03', 'More'), 409).message), /delete one/);
    assert.equal((await owner.call(listAnnotations, { params })).status, 200);
  });
});
