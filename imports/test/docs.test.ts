import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { SOURCES } from '@fairlead/imports/sources/index';
import { docOf, renderDoc } from '../scripts/renderDoc.ts';

suite('docs/moving-in', () => {
  for (const source of Object.values(SOURCES)) {
    test(`the table for ${source.name} is up to date; otherwise run npm run moving-in`, () => {
      assert.equal(readFileSync(docOf(source), 'utf8'), renderDoc(source));
    });
  }
});
