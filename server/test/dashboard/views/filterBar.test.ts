import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

suiteInBrowser('the filters of the Links page', () => {
  test('are in one row at 1280 pixels, also with folders, tags and dates', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const made = await call(operations.createProject, { body: { name: 'Filters' } });
    const params = { projectId: bodyOf(made, 201).id };
    const folder = await call(operations.createFolder, { params, body: { name: 'Summer' } });
    const body = { type: 'unified' as const, tags: ['print', 'spring'] };
    bodyOf(await call(operations.createProjectLink, { params, body }), 201);
    const path = `/links?folder=${bodyOf(folder, 201).id}&tag=print&createdAfter=2020-01-01&createdBefore=2090-01-01`;
    await using opened = await openSignedIn(
      path,
      { viewport: { width: 1280, height: 800 } },
      { ...owner, projectId: params.projectId },
    );
    const { page } = opened;
    await page.getByRole('combobox', { name: 'Folder' }).waitFor();
    await page.getByRole('combobox', { name: 'Filter by tag' }).waitFor();
    await page.getByRole('button', { name: 'Dates (2)' }).waitFor();
    const parts = await page.locator('.filter-bar > :visible').all();
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    const ends = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0)));
    assert.equal(ends.length, 6);
    assert.equal(new Set(ends).size, 1, ends.join(' '));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('1 link', { exact: true }).first().waitFor();
  });
});
