import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newProject } from '../support/callers/personas.ts';
import { makeExport } from '../support/makeExport.ts';
import { sowLinks } from '../support/callers/population.ts';
import { NAMED_LINKS, NAMES } from './names.corpus.ts';

describe('cells of an export', () => {
  test('formulas are escaped; quotes, line breaks, emoji and right-to-left names are kept', async () => {
    const project = await newProject();
    await sowLinks(project, NAMED_LINKS);
    const { records, text } = await makeExport(project, { sortOrder: 'asc' });
    assert.deepEqual(
      records.slice(1).map(([name]) => name),
      NAMES.map(([, cell]) => cell),
    );
    assert.notEqual(text.charCodeAt(0), 0xfeff);
    assert.ok(text.endsWith('\r\n'));
  });

  test('a slug that looks like a formula is escaped', async () => {
    const project = await newProject();
    await sowLinks(project, [
      {
        name: null,
        slug: '-1',
        externalId: null,
        fallbackUrl: null,
        type: 'unified',
        createdAt: new Date(),
      },
    ]);
    const { records } = await makeExport(project);
    assert.equal(records[1]?.[2], "'-1");
  });
});
