import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLookups } from '#faces/lookups/createLookups.ts';
import { useDatabase } from '../support/database.ts';

describe('lookups of unknown names', () => {
  test('are cached as misses', async () => {
    const { db } = await useDatabase();
    const lookups = createLookups(db);
    const host = `${'x'.repeat(250)}.test`;
    assert.ok(lookups.domain(host) instanceof Promise);
    assert.equal(await lookups.domain(host), null);
    assert.equal(lookups.domain(host), null);
    assert.equal(await lookups.schemeOwners('nobodys'), null);
    assert.equal(lookups.schemeOwners('NOBODYS'), null);
  });

  test('return null without a query for names that are too long', async () => {
    const { db } = await useDatabase();
    const lookups = createLookups(db);
    // Nothing is asked, so the answer is no promise the first time either.
    assert.equal(lookups.domain(`${'x'.repeat(251)}.test`), null);
    assert.equal(lookups.domain('x'.repeat(8000)), null);
    assert.equal(lookups.schemeOwners('x'.repeat(256)), null);
    assert.equal(lookups.link('00000000-0000-7000-8000-000000000000', 'x'.repeat(256)), null);
  });
});
