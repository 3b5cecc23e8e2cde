import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { SIMULATED_VISITORS } from '@fairlead/contract/simulatedVisitors';
import { DESTINATIONS, newLinkTo, newPhoneProject, setFlags } from '../../linkhost/phoneProject.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
  operator,
} from '../../support/callers/personas.ts';
import { visit } from '../../support/callers/request.ts';

const { explainLink, explainUrl, getLinkStats } = operations;

describe('explainLink 200', () => {
  test('shows for every kind of visitor what a real one gets, and counts nothing', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const params = { projectId: project.project.id, linkId: link.id };
    const reply = await member(project)(explainLink, { params });
    assert.equal(reply.status, 200);
    const { shortUrl, slug, type, visits } = reply.body;
    assert.deepEqual(
      { shortUrl, slug, type },
      {
        shortUrl: link.shortUrl,
        slug: link.slug,
        type: 'dynamic',
      },
    );
    assert.deepEqual(
      visits.map(({ as }) => as),
      [...SIMULATED_VISITORS],
    );
    const stats = await appKey(project)(getLinkStats, { params: { id: link.id } });
    assert.equal(stats.status === 200 && stats.body.clicks + stats.body.previews, 0);
    const pages = Object.fromEntries(visits.map((each) => [each.as, each.page]));
    assert.equal(pages['ios-instagram'], 'launch');
    assert.equal(pages['android-chrome'], 'androidOpen');
    assert.equal(pages['desktop'], 'redirect');
    assert.equal(pages['crawler-slack'], 'preview');
  });

  test('explains a single kind of visitor, with a query appended to the link', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const reply = await member(project)(explainLink, {
      params: { projectId: project.project.id, linkId: link.id },
      query: { as: 'ios-instagram', query: '?_nodl=1' },
    });
    assert.equal(reply.status, 200);
    const [only, ...others] = reply.body.visits;
    assert.equal(others.length, 0);
    assert.equal(only?.visitor.webview, 'Instagram');
    assert.equal(only?.page, 'redirect');
    assert.equal(only?.fallback, 'http://elsewhere.example/ios');
    assert.equal(only?.countedAs, 'click');
    assert.match(only?.reason ?? '', /_nodl=1/);
  });

  test('reports misconfigurations with their cures', async () => {
    const project = await newProject();
    const link = await newLinkTo(project, {
      type: 'dynamic',
      metadata: { ogImage: 'http://x.y/z' },
    });
    const reply = await member(project)(explainLink, {
      params: { projectId: project.project.id, linkId: link.id },
    });
    assert.equal(reply.status, 200);
    const problems = reply.body.findings.map(({ severity, message }) => `${severity}: ${message}`);
    for (const finding of [
      /problem: The iOS app has no team ID and no bundle ID/,
      /problem: .*no App Store ID/,
      /problem: .*no destination for iPhones without the app/,
      /problem: The Android app has no package name/,
      /problem: .*no destination for Android without the app/,
      /hint: .*no name and no preview title/,
      /hint: The preview image is not an https URL/,
      /hint: The link has no destination and the project has no default URL/,
    ]) {
      assert.ok(
        problems.some((each) => finding.test(each)),
        `${finding} in ${problems.join('\n')}`,
      );
    }
  });

  test('does not say of an app without a custom scheme that nothing can open it', async () => {
    const project = await newProject({
      android: { packageName: 'com.acme.app', sha256Fingerprints: [`${'AB:'.repeat(31)}AB`] },
    });
    const link = await newLinkTo(project, DESTINATIONS);
    const reply = await member(project)(explainLink, {
      params: { projectId: project.project.id, linkId: link.id },
    });
    assert.ok(reply.status === 200);
    assert.equal(reply.body.visits.find(({ as }) => as === 'android-chrome')?.page, 'androidOpen');
    for (const { message } of reply.body.findings)
      assert.doesNotMatch(message, /neither a package/);
  });

  test('reports that opening automatically has no effect on a unified link', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, { type: 'unified', fallbackUrl: 'https://example.com/' });
    await setFlags(project, link.id, { iosBrowserAutoOpen: true });
    const reply = await member(project)(explainLink, {
      params: { projectId: project.project.id, linkId: link.id },
    });
    assert.equal(reply.status, 200);
    const hints = reply.body.findings.map(({ severity, message }) => `${severity}: ${message}`);
    assert.ok(hints.some((each) => /hint: .*no effect on unified links/.test(each)));
  });

  test("uses the dashboard's labels instead of property names", async () => {
    const bare = await newProject();
    for (const [project, link] of [
      [bare, { type: 'dynamic', metadata: { ogImage: 'http://x.y/z' } }],
      [bare, { type: 'unified' }],
      [await newPhoneProject(), DESTINATIONS],
    ] as const) {
      const { id } = await newLinkTo(project, link);
      const reply = await member(project)(explainLink, {
        params: { projectId: project.project.id, linkId: id },
        query: { query: '?a=1' },
      });
      assert.equal(reply.status, 200);
      const { visits, findings } = reply.body;
      const sentences = [
        ...findings.map(({ message }) => message),
        ...visits.flatMap(({ reason, notes }) => [reason, ...notes]),
      ];
      assert.ok(sentences.length >= visits.length);
      for (const sentence of sentences) {
        assert.doesNotMatch(sentence, /\b(?:ios|android|og|fallback|allow|default)[A-Z]/);
      }
    }
  });

  test('reports nothing for a link that is set up correctly', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, {
      ...DESTINATIONS,
      name: 'A',
      metadata: { ogImage: 'https://example.com/a.png' },
    });
    const reply = await member(project)(explainLink, {
      params: { projectId: project.project.id, linkId: link.id },
    });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body.findings, []);
  });

  test('the flow page of the link shows the same reasons', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const reply = await member(project)(explainLink, {
      params: { projectId: project.project.id, linkId: link.id },
    });
    assert.equal(reply.status, 200);
    const { text } = await visit(project.host, `/${link.slug}?_dbg=1`);
    for (const { title, reason, as } of reply.body.visits) {
      assert.ok(text.includes(title), title);
      if (!as.startsWith('crawler')) assert.ok(text.includes(reason), reason);
    }
  });
});

describe('explainLink errors', () => {
  test('400: an unknown kind of visitor', async () => {
    const project = await anyProject();
    const link = await newLink(project);
    const reply = await member(project)(explainLink, {
      params: { projectId: project.project.id, linkId: link.id },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller without types
      query: { as: 'ios-nokia' as 'desktop' },
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /as must be/);
  });

  test('401: without credentials', async () => {
    const project = await anyProject();
    const params = { projectId: project.project.id, linkId: crypto.randomUUID() };
    assert.equal((await (await anonymous('/api/v1'))(explainLink, { params })).status, 401);
  });

  test('404: an unknown link, or a link or project of another member', async () => {
    const [project, other] = [await newProject(), await anyProject()];
    const link = await newLink(other);
    const call = member(project);
    for (const params of [
      { projectId: project.project.id, linkId: crypto.randomUUID() },
      { projectId: project.project.id, linkId: link.id },
      { projectId: other.project.id, linkId: link.id },
    ]) {
      assert.equal((await call(explainLink, { params })).status, 404);
    }
  });
});

describe('explainUrl', () => {
  test('200: accepts a URL with a query, of any project', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const reply = await (
      await operator()
    )(explainUrl, { query: { url: `${link.shortUrl}?ulhop=1`, as: 'ios-safari' } });
    assert.equal(reply.status, 200);
    const [only] = reply.body.visits;
    assert.equal(only?.page, 'redirect');
    assert.equal(only?.countedAs, 'none');
    assert.match(only?.reason ?? '', /ulhop=1/);
  });

  test('400: not the web URL of a link', async () => {
    const call = await operator();
    for (const url of ['x', 'exapp://summer', 'https://']) {
      const reply = await call(explainUrl, { query: { url } });
      assert.equal(reply.status, 400, url);
    }
  });

  test('401: without credentials, or as a member', async () => {
    const query = { url: 'https://go.example.com/x' };
    assert.equal((await (await anonymous('/api/v1'))(explainUrl, { query })).status, 401);
    assert.equal((await member(await anyProject())(explainUrl, { query })).status, 401);
  });

  test('404: an unknown host or link', async () => {
    const project = await anyProject();
    const call = await operator();
    for (const url of ['https://nobody.test/x', `http://${project.host}/no-such`]) {
      assert.equal((await call(explainUrl, { query: { url } })).status, 404, url);
    }
  });
});
