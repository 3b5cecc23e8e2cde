import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { RuleTarget } from '@fairlead/contract/rules';
import fc from 'fast-check';
import { appKey, newLink, newProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { SEED } from '../support/run/seed.ts';

const url = fc.constantFrom('https://example.com/rule', 'shop://sale', 'https://example.com/?a=1');
const to: fc.Arbitrary<RuleTarget> = fc.oneof(
  fc.constant({ update: true as const }),
  fc.record({ fallbackUrl: url, iosUrl: url, androidUrl: url }, { requiredKeys: ['fallbackUrl'] }),
);
const drawn = fc.record({
  type: fc.constantFrom('unified' as const, 'dynamic' as const),
  to,
  platform: fc.constantFrom('ios', 'android', 'web'),
  own: fc.record({ iosUrl: url, androidUrl: url }, { requiredKeys: [] }),
});

describe('what resolve answers of a link with a rule (Rule: rules 4)', () => {
  test('is of the type, with the parameters and metadata, that the link has by its slug', async () => {
    const project = await newProject({
      ios: { storeId: '123456789' },
      android: { packageName: 'com.example.app' },
    });
    const call = (platform: string) =>
      appKey(project, { 'x-svc-app-build': '1', 'x-svc-client-platform': platform });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ type, to: target, platform, own }) => {
        const metadata = { ogTitle: 'Sale' };
        const link = await newLink(project, {
          type,
          parameters: { screen: 'sale' },
          metadata,
          ...own,
        });
        const rules = [{ name: 'Old', when: { appBuild: { max: '41' } }, to: target }];
        const params = { id: link.id };
        bodyOf(await call(platform)(operations.updateLink, { params, body: { rules } }), 200);
        const query = { url: link.shortUrl };
        const resolved = bodyOf(await call(platform)(operations.resolveLink, { query }), 200);
        const { slug } = link;
        const bySlug = bodyOf(await call(platform)(operations.getLink, { params: { slug } }), 200);
        assert.equal(resolved.rule, 'Old');
        const pick = ({
          id,
          type: kind,
          parameters,
          metadata: data,
          ...more
        }: typeof resolved) => ({
          id,
          slug: more.slug,
          kind,
          parameters,
          data,
          // Destinations are the rule's where it has its own.
          ...(target.update === true && {
            destinations: [more.fallbackUrl, more.iosUrl, more.androidUrl],
          }),
        });
        assert.deepEqual(pick(resolved), pick(bySlug));
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});
