import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderCsv } from '@fairlead/imports/renderCsv';
import fc from 'fast-check';
import { sql } from 'kysely';
import { newProject } from '../support/callers/personas.ts';
import { makeExport } from '../support/makeExport.ts';
import { sowLinks } from '../support/callers/population.ts';
import { SEED } from '../support/run/seed.ts';
import { useServer } from '../support/useServer.ts';
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

describe('cells that the dashboard and imports write', () => {
  const piece = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    "'",
    '"',
    ' ',
    ';',
    '|',
    ',',
    '\t',
    '\r',
    '\n',
    'a',
    '1',
  );
  const text = fc.string({ unit: piece, maxLength: 6 });

  test('are those that the database writes into exports, whatever they say', async () => {
    const { app } = await useServer();
    const texts = fc.sample(text, { seed: SEED, numRuns: 5000 });
    const { rows } = await sql<{ cell: string | null }>`
      select csv_cell(text) as cell
      from json_array_elements_text(${JSON.stringify(texts)}) with ordinality as texts (text, place)
      order by place`.execute(app.db);
    assert.deepEqual(
      texts.map((each) => renderCsv([[each]])),
      rows.map(({ cell }) => `${cell}\r\n`),
    );
  });

  test('are never read as formulas: after blanks, line ends and separators, or full-width', () => {
    assert.equal(
      renderCsv([['=1+1', '  +1', '＝1', 'a\r\n=1', 'a;"=1', '\n-1', 'plain', -5]]),
      `"'=1+1","'  +1","'＝1","a\r\n'=1","a;""'=1","\n'-1",plain,-5\r\n`,
    );
  });
});
