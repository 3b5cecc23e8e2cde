import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPage, suiteInBrowser } from '../support/browser/browser.ts';
import { operations } from '@fairlead/contract';
import { member, type TestProject } from '../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';
import { useServer } from '../support/useServer.ts';
import { DESTINATIONS, newLinkTo, newPhoneProject } from './phoneProject.ts';

/** What is kept of a click's phone. */
async function signalsOf(clickId: string) {
  const { app } = await useServer();
  await app.ledger.loaded();
  const row = await app.db
    .selectFrom('click_reports')
    .selectAll()
    .where('click_id', '=', clickId)
    .executeTakeFirst();
  return { screen: row?.screen, timeZone: row?.time_zone, language: row?.language };
}

/** The page of a visit: its click and where it reports to. */
async function pageOf(project: TestProject) {
  const link = await newLinkTo(project, DESTINATIONS);
  const { text } = await visit(project.host, `/${link.slug}`, USER_AGENTS.android);
  const clickId = /_lc=([\da-f-]{36})/.exec(text)?.[1] ?? '';
  const path = /data-signals="([^"]+)"/.exec(text)?.[1] ?? '';
  assert.match(path, /^\/_s\/[\w-]{43}$/);
  return { clickId, path };
}

const SEEN = {
  screen: '390x844',
  timeZone: 'Europe/Lisbon',
  language: 'pt-PT',
  touchPoints: 5,
};

describe('signals reported by a page', () => {
  test('are stored with its click, whatever the Content-Type', async () => {
    const project = await newPhoneProject();
    for (const type of ['text/plain;charset=UTF-8', 'application/json']) {
      const { clickId, path } = await pageOf(project);
      const reply = await send({
        method: 'POST',
        path,
        headers: { host: project.host, 'content-type': type },
        body: JSON.stringify(SEEN),
      });
      assert.equal(reply.status, 204);
      const { screen, timeZone } = SEEN;
      assert.deepEqual(await signalsOf(clickId), { screen, timeZone, language: 'pt-pt' });
    }
  });

  for (const [name, body, status, finding] of [
    ['an empty body', '', 400, /JSON object/],
    ['a body that is not an object', '[1]', 400, /JSON object/],
    ['an invalid screen', '{"screen":"big"}', 400, /screen must be width x height/],
    ['a time zone with spaces', '{"timeZone":"a b"}', 400, /timeZone must be an IANA/],
    ['an invalid language', '{"language":"<b>"}', 400, /language must be/],
    ['touch points as a string', '{"touchPoints":"5"}', 400, /touchPoints must be/],
    ['a screen that is an object', '{"screen":{"a":1}}', 400, /screen must be/],
    ['a body over 1 KB', `{"x":"${'x'.repeat(2000)}"}`, 413, /at most 1024 bytes/],
  ] as const) {
    test(`${status}: ${name}`, async () => {
      const project = await newPhoneProject();
      const { clickId, path } = await pageOf(project);
      const before = await signalsOf(clickId);
      const headers = { host: project.host };
      const reply = await send({ method: 'POST', path, headers, body });
      assert.equal(reply.status, status);
      assert.match(reply.text, finding);
      assert.deepEqual(await signalsOf(clickId), before);
    });
  }

  test('404: an altered path, or one signed for something else', async () => {
    const project = await newPhoneProject();
    const { path } = await pageOf(project);
    const link = await newLinkTo(project, DESTINATIONS);
    const redirect = await visit(project.host, `/${link.slug}`, USER_AGENTS.iphone);
    const launch = new URL(String(redirect.headers.location)).searchParams.get('d');
    const altered = path.slice(0, -2) + (path.endsWith('A') ? 'BB' : 'AA');
    for (const wrong of [altered, `/_s/${launch}`, '/_s/x', '/_s/']) {
      const headers = { host: project.host };
      const reply = await send({ method: 'POST', path: wrong, headers, body: '{}' });
      assert.ok([404, 405].includes(reply.status), wrong);
    }
  });

  test('are not requested from prefetching clients', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const headers = { 'sec-purpose': 'prefetch' };
    const { text } = await visit(project.host, `/${link.slug}`, USER_AGENTS.android, headers);
    assert.doesNotMatch(text, /data-signals/);
  });

  test('are not requested if the project has matching by signals switched off', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const reply = await member(project)(operations.updateProject, {
      params: { projectId: project.project.id },
      body: { probabilisticMatching: false },
    });
    assert.equal(reply.status, 200);
    for (const userAgent of [USER_AGENTS.android, USER_AGENTS.iphone, USER_AGENTS.desktop]) {
      const answer = await visit(project.host, `/${link.slug}`, userAgent);
      const { hostname, pathname, search } = new URL(answer.headers.location ?? 'http://none');
      const launched = hostname === 'launch.localhost';
      assert.equal(launched, userAgent === USER_AGENTS.iphone);
      const page = launched ? await visit(hostname, pathname + search, userAgent) : answer;
      assert.doesNotMatch(page.text, /data-signals/);
    }
  });
});

suiteInBrowser('signals in Chromium', () => {
  test('are sent after the page has been shown', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    await using opened = await openPage({
      viewport: { width: 390, height: 844 },
      screen: { width: 390, height: 844 },
      timezoneId: 'Europe/Lisbon',
      locale: 'pt-PT',
      hasTouch: true,
      isMobile: true,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 381.1.0.26.83',
    });
    const { page } = opened;
    const reported = page.waitForRequest((request) => request.url().includes('/_s/'));
    await page.goto(link.shortUrl);
    const request = await reported;
    const { touchPoints, ...seen } = JSON.parse(request.postData() ?? '{}') as typeof SEEN;
    assert.deepEqual(seen, { screen: '390x844', timeZone: 'Europe/Lisbon', language: 'pt-PT' });
    assert.ok(touchPoints > 0);
    assert.equal((await request.response())?.status(), 204);
  });
});
