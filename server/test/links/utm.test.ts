import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UtmValues } from '@fairlead/contract/utm';
import { appKey, member, newProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';

// Rule: bodies 18.

const { changeProjectLinks, createManagedLink, createProjectLink, updateProject } = operations;
const { getProject, updateLink, updateProjectLink } = operations;

const RIGHT = 'https://shop.example/?utm_source=newsletter&utm_medium=anything';
const WRONG = 'https://shop.example/?utm_source=News%20letter';
const MESSAGE =
  'has utm_source "News letter"; the settings of the project allow newsletter, poster';

async function newStrictProject(utmValues: UtmValues = { source: ['newsletter', 'poster'] }) {
  const project = await newProject();
  const params = { projectId: project.project.id };
  const person = member(project);
  bodyOf(await person(updateProject, { params, body: { utmValues } }), 200);
  return { project, params, person, key: appKey(project) };
}

const dynamic = (fallbackUrl: string) => ({ type: 'dynamic', fallbackUrl }) as const;

suite('campaign parameters', () => {
  test('people choose from the values of the project, wherever a link may lead', async () => {
    const { params, person } = await newStrictProject();
    const { utmValues } = bodyOf(await person(getProject, { params }), 200);
    assert.deepEqual(utmValues, { source: ['newsletter', 'poster'] });
    const { id } = bodyOf(await person(createProjectLink, { params, body: dynamic(RIGHT) }), 201);
    const refused = await person(createProjectLink, { params, body: dynamic(WRONG) });
    assert.equal(bodyOf(refused, 400).message, `fallbackUrl ${MESSAGE}`);
    const link = { ...params, linkId: id };
    const rules = [{ when: { country: ['DE'] }, to: { iosFallbackUrl: WRONG } }];
    const ruled = await person(updateProjectLink, { params: link, body: { rules } });
    assert.equal(bodyOf(ruled, 400).message, `rules.0.to.iosFallbackUrl ${MESSAGE}`);
    const body = { filter: {}, expected: 1, change: { rules } };
    const many = await person(changeProjectLinks, { params, body });
    assert.equal(bodyOf(many, 400).message, `rules.0.to.iosFallbackUrl ${MESSAGE}`);
    const managed = await person(updateLink, { params: { id }, body: { fallbackUrl: WRONG } });
    assert.equal(bodyOf(managed, 400).message, `fallbackUrl ${MESSAGE}`);
  });

  test('what stays as it is may have others, and so may what keys make', async () => {
    const { params, person, key } = await newStrictProject({});
    const { id } = bodyOf(await person(createProjectLink, { params, body: dynamic(WRONG) }), 201);
    const utmValues = { source: ['poster'], medium: [] };
    bodyOf(await person(updateProject, { params, body: { utmValues } }), 200);
    const link = { ...params, linkId: id };
    bodyOf(await person(updateProjectLink, { params: link, body: { name: 'Renamed' } }), 200);
    bodyOf(await key(createManagedLink, { body: dynamic(WRONG) }), 201);
    bodyOf(await key(updateLink, { params: { id }, body: { fallbackUrl: `${WRONG}2` } }), 200);
  });

  test('a value that is empty, too long or given twice is refused', async () => {
    const { params, person } = await newStrictProject();
    for (const source of [
      [''],
      ['x'.repeat(101)],
      ['a', 'a'],
      Array.from({ length: 201 }, String),
    ]) {
      const reply = await person(updateProject, { params, body: { utmValues: { source } } });
      assert.match(String(bodyOf(reply, 400).message), /^utmValues\.source/);
    }
  });
});
