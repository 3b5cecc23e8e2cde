import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLink } from '#links/creating/createLink.ts';
import { createLinks } from '#links/creating/createLinks.ts';
import { findLink } from '#links/finding/findLink.ts';
import type { Link } from '#links/link/Link.ts';
import type { NewLink } from '#links/link/NewLink.ts';
import { anyProject } from '../support/callers/personas.ts';

const FIELDS: NewLink = {
  type: 'dynamic',
  name: 'Summer',
  fallbackUrl: 'https://example.com/',
  iosUrl: 'https://example.com/ios',
  androidUrl: 'https://example.com/android',
  iosFallbackUrl: 'https://example.com/ios/fallback',
  androidFallbackUrl: 'https://example.com/android/fallback',
  parameters: { sku: 7, parts: ['a', null] },
  metadata: { ogTitle: 'Summer \u2600' },
  allowQueryPassthrough: true,
  iosSocialBreakout: false,
  iosBrowserAutoOpen: true,
  tags: ['Sale', 'spring {"1"}'],
  expiresAt: '2030-01-02T03:04:05.678Z',
  archived: true,
  importedClicks: 12,
  createdAt: '2025-06-07T08:09:10.111Z',
};

/** What differs between two links of the same fields. */
function fieldsOf({ id: _id, key: _key, slug: _slug, updatedAt, ...fields }: Link) {
  assert.ok(updatedAt instanceof Date);
  return fields;
}

const INPUTS: readonly (readonly [string, NewLink])[] = [
  ['every field', FIELDS],
  ['no field but its type', { type: 'unified' }],
];
for (const [what, input] of INPUTS) {
  test(`a link with ${what} is the same, made alone, with others, in a transaction or in bulk`, async () => {
    const { server, project } = await anyProject();
    const { app } = server;
    const { link: alone } = await createLink(app, project, input);
    const [together] = await Promise.all([
      createLink(app, project, input),
      createLink(app, project, { ...input, name: 'Another' }),
    ]);
    const inside = await app.db
      .transaction()
      .execute((db) => createLink({ ...app, db }, project, input));
    const domain = (await app.lookups.domainsOf(project.id))![0]!;
    const context = {
      project,
      domains: new Map([[domain.host, domain]]),
      limit: null,
      actor: null,
    };
    const [bulk] = await createLinks(app.db, context, [input]);
    assert.ok(bulk && 'link' in bulk);
    const stored = await Promise.all(
      [alone, together.link, inside.link, bulk.link].map(({ id }) =>
        findLink(app.db, project, { id }),
      ),
    );
    const [first, ...others] = stored.map((link) => fieldsOf(link!));
    const times = { createdAt: first!.createdAt };
    for (const other of others) {
      assert.deepEqual('createdAt' in input ? other : { ...other, ...times }, first);
    }
    // What a creation returns is what is stored, whole.
    assert.deepEqual([alone, together.link, inside.link], stored.slice(0, 3));
  });
}
