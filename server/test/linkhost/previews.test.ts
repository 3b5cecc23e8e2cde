import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newProject, type TestProject } from '../support/callers/personas.ts';
import { visit } from '../support/callers/request.ts';
import { newLinkTo } from './phoneProject.ts';

/** Crawlers by the name they are counted under, with what they send. */
const CRAWLERS = {
  facebookexternalhit: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  Twitterbot: 'Twitterbot/1.0',
  Slackbot: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  WhatsApp: 'WhatsApp/2.23.20.0',
  LinkedInBot:
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  Discordbot: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  TelegramBot: 'TelegramBot (like TwitterBot)',
  Applebot:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
} as const;

/** The content of every meta tag by its property or name. */
function tagsOf(html: string): Record<string, string> {
  const found = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name = '', content = '']) => [name, content]));
}

async function countsByApp(project: TestProject, linkId: string) {
  await project.server.app.ledger.loaded();
  const rows = await project.server.app.db
    .selectFrom('clicks')
    .innerJoin('links', 'links.key', 'clicks.link_key')
    .innerJoin('click_terms', 'click_terms.code', 'clicks.app')
    .select(['click_terms.term as app', 'clicks.kind'])
    .where('links.id', '=', linkId)
    .orderBy('click_terms.term')
    .execute();
  return rows.map(({ app, kind }) => `${app} ${kind}`);
}

describe('social previews (Rule: resources 7)', () => {
  for (const type of ['unified', 'dynamic'] as const) {
    test(`every crawler gets the tags of a ${type} link and is counted by its name`, async () => {
      const project = await newProject();
      const link = await newLinkTo(project, {
        type,
        name: 'Not this one',
        fallbackUrl: 'https://example.com/',
        metadata: {
          ogTitle: 'Summer "sale" & more',
          ogDescription: 'Everything must go.',
          ogImage: 'https://example.com/sale.png?a=1&b=2',
        },
      });
      for (const userAgent of Object.values(CRAWLERS)) {
        const reply = await visit(project.host, `/${link.slug}`, userAgent);
        assert.equal(reply.status, 200, userAgent);
        const tags = tagsOf(reply.text);
        assert.equal(tags['og:title'], 'Summer &quot;sale&quot; &amp; more');
        assert.equal(tags['og:description'], 'Everything must go.');
        assert.equal(tags['og:image'], 'https://example.com/sale.png?a=1&amp;b=2');
        assert.equal(tags['og:url'], link.shortUrl);
        assert.equal(tags['twitter:card'], 'summary_large_image');
        assert.equal(tags['twitter:title'], tags['og:title']);
        assert.equal(tags['twitter:image'], tags['og:image']);
      }
      const counted = await countsByApp(project, link.id);
      const PREVIEW = 2;
      assert.deepEqual(
        counted.toSorted(),
        Object.keys(CRAWLERS)
          .map((name) => `${name} ${PREVIEW}`)
          .toSorted(),
      );
    });
  }

  test("without metadata the link's name is the title, and its type gives the description", async () => {
    const project = await newProject();
    for (const [type, words] of [
      ['unified', 'Opens in the right place on every device.'],
      ['dynamic', 'Opens in the app, or in the browser if the app is not installed.'],
    ] as const) {
      const link = await newLinkTo(project, { type, name: 'The name' });
      const tags = tagsOf((await visit(project.host, `/${link.slug}`, CRAWLERS.Twitterbot)).text);
      assert.equal(tags['og:title'], 'The name');
      assert.equal(tags['og:description'], words);
      assert.equal(tags['og:image'], undefined);
      assert.equal(tags['twitter:card'], 'summary_large_image');
    }
  });

  test('without a name the host is the title', async () => {
    const project = await newProject();
    const link = await newLinkTo(project, { type: 'unified' });
    const { text } = await visit(project.host, `/${link.slug}`, CRAWLERS.Twitterbot);
    assert.equal(tagsOf(text)['og:title'], `${project.host}:3000`);
  });

  test('metadata keys of SDKs are used, and invalid values ignored', async () => {
    const project = await newProject();
    const link = await newLinkTo(project, {
      type: 'unified',
      metadata: {
        ogTitle: 42,
        ogSiteName: 'Bluebird',
        ogType: 'article',
        ogUrl: 'https://example.com/canonical',
        twitterCard: 'summary',
        twitterSite: '@bluebird',
        twitterCreator: '@author',
        twitterTitle: 'For X',
        twitterDescription: { nested: true },
        twitterImage: 'javascript:alert(1)',
        ogImage: ['https://example.com/a.png'],
      },
    });
    const tags = tagsOf((await visit(project.host, `/${link.slug}`, CRAWLERS.Twitterbot)).text);
    assert.equal(tags['og:title'], '42');
    assert.equal(tags['og:site_name'], 'Bluebird');
    assert.equal(tags['og:type'], 'article');
    assert.equal(tags['og:url'], 'https://example.com/canonical');
    assert.equal(tags['twitter:card'], 'summary_large_image');
    assert.equal(tags['twitter:site'], '@bluebird');
    assert.equal(tags['twitter:creator'], '@author');
    assert.equal(tags['twitter:title'], 'For X');
    assert.equal(tags['twitter:description'], tags['og:description']);
    assert.equal(tags['twitter:image'], undefined);
    assert.equal(tags['og:image'], undefined);
  });
});
