import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeExport } from '../support/makeExport.ts';
import { newProject } from '../support/callers/personas.ts';
import { sowLinks } from '../support/callers/population.ts';
import { openInLibreOffice, skipWithoutLibreOffice } from '../support/outside/libreOffice.ts';
import { NAMED_LINKS, NAMES } from './names.corpus.ts';

// What people choose in the import dialog, or their country chooses for them.
const WITH_COMMA = { comma: ',', 'comma, semicolon and tab': ',;\t', 'comma and bar': ',|' };
const WITHOUT = { semicolon: ';', tab: '\t', bar: '|' };

/** A sheet has one kind of line break. */
const inSheet = (text: string) => text.replaceAll(/\r\n?/g, '\n');

describe('an export opened in LibreOffice', { skip: skipWithoutLibreOffice }, () => {
  for (const [name, separators] of Object.entries(WITH_COMMA)) {
    test(`has every name unchanged and no formulas, separated by ${name}`, async () => {
      const project = await newProject();
      await sowLinks(project, NAMED_LINKS);
      const { text, records } = await makeExport(project, { sortOrder: 'asc' });
      const cells = await openInLibreOffice(text, separators);
      assert.ok(cells.flat().every(({ formula }) => !formula));
      assert.deepEqual(
        cells.slice(1).map((row) => row[0]?.text),
        NAMES.map(([, cell]) => inSheet(cell)),
      );
      assert.deepEqual(
        cells.map((row) => row.slice(0, 4).map((cell) => cell.text)),
        records.map((row) => row.slice(0, 4).map(inSheet)),
      );
    });
  }

  test('has no formulas when opened without the comma as separator', async () => {
    const project = await newProject();
    await sowLinks(project, NAMED_LINKS);
    const { text } = await makeExport(project, { sortOrder: 'asc' });
    for (const [name, separator] of Object.entries(WITHOUT)) {
      const cells = await openInLibreOffice(text, separator);
      assert.ok(cells.length > NAMES.length, name);
      assert.ok(
        cells.flat().every(({ formula }) => !formula),
        name,
      );
    }
  });

  test('would show an unescaped formula', async () => {
    const cells = await openInLibreOffice('Name,Slug\r\n=1+1,a\r\n', ',');
    assert.deepEqual(cells[1]?.[0], { text: '2', formula: true });
  });
});
