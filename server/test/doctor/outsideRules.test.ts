import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Symptom } from '#links/doctor/examinations/symptoms.ts';
import { visit } from '../support/callers/request.ts';
import { newPhoneProject } from '../linkhost/phoneProject.ts';
import { AASA, apple, appleFile, askDoctorPage, headers } from './askDoctorPage.ts';
import { judgeFile } from './judgeFile.ts';

interface Case {
  readonly name: string;
  readonly answer: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** The outside validator's rule and what it says; none where it passes. */
  readonly theirs?: readonly [rule: string, says: 'fail' | 'warn'];
  readonly ours?: Symptom;
  /** Why we say something else. */
  readonly because?: string;
}

const LIMIT = 'Apple reads 128 KB and no more, so that size matters there and nowhere before.';
const APPS = '`apps` was for iOS 12 and earlier.';
const links = (applinks: unknown) => JSON.stringify({ applinks });
const APP = 'TEAM123456.com.example.app';

const CASES: readonly Case[] = [
  { name: 'a modern file', answer: { body: appleFile() } },
  {
    name: 'a file in both formats',
    answer: { body: appleFile({ appID: APP, paths: ['*'] }) },
  },
  {
    name: 'a file in the old format alone',
    answer: { body: links({ apps: [], details: [{ appID: APP, paths: ['*', 'NOT /admin/*'] }] }) },
    theirs: ['applinks-structure', 'warn'],
    because: 'Every iOS reads it.',
  },
  {
    name: '404',
    answer: { status: 404, body: 'Not found' },
    theirs: ['http-status', 'fail'],
    ours: 'AASA_MISSING',
  },
  {
    name: 'a redirect',
    answer: { status: 301, headers: { location: '/aasa' } },
    theirs: ['no-redirect', 'fail'],
    ours: 'AASA_REDIRECTS',
  },
  {
    name: 'a redirect to http',
    answer: { status: 302, headers: { location: 'http://example.com/aasa' } },
    theirs: ['https', 'fail'],
    ours: 'AASA_REDIRECTS',
  },
  {
    name: 'a redirect to a name with an extension',
    answer: { status: 302, headers: { location: '/apple-app-site-association.json' } },
    theirs: ['no-extension', 'warn'],
    ours: 'AASA_REDIRECTS',
    because: 'Only a redirect leads to such a name, and Apple follows none.',
  },
  {
    name: 'text/html',
    answer: { headers: { 'content-type': 'text/html' }, body: appleFile() },
    theirs: ['content-type', 'warn'],
    ours: 'AASA_TYPE',
  },
  {
    name: 'a byte-order mark',
    answer: { body: `\u{feff}${appleFile()}` },
    theirs: ['no-bom', 'warn'],
    ours: 'AASA_INVALID',
    because: 'JSON does not allow it (RFC 8259), and Apple does not say that it is skipped.',
  },
  {
    name: '110 KB',
    answer: { body: appleFile({ x: 'x'.repeat(110 * 1024) }) },
    theirs: ['size', 'warn'],
    because: LIMIT,
  },
  {
    name: '200 KB',
    answer: { body: appleFile({ x: 'x'.repeat(200 * 1024) }) },
    theirs: ['size', 'warn'],
    ours: 'AASA_TOO_LARGE',
    because: LIMIT,
  },
  {
    name: 'invalid JSON',
    answer: { body: '{"applinks":' },
    theirs: ['valid-json', 'fail'],
    ours: 'AASA_INVALID',
  },
  {
    name: 'no key that Apple knows',
    answer: { body: '{"something":"else"}' },
    theirs: ['top-level-keys', 'fail'],
    ours: 'AASA_EMPTY',
  },
  {
    name: 'webcredentials alone',
    answer: { body: JSON.stringify({ webcredentials: { apps: [APP] } }) },
    theirs: ['top-level-keys', 'warn'],
    ours: 'AASA_EMPTY',
    because: 'No link opens the app, which is what the doctor is asked about.',
  },
  {
    name: 'details that are no list',
    answer: { body: links({ details: {} }) },
    theirs: ['applinks-structure', 'fail'],
    ours: 'AASA_EMPTY',
  },
  {
    name: 'no details',
    answer: { body: links({ details: [] }) },
    theirs: ['applinks-structure', 'warn'],
    ours: 'AASA_EMPTY',
    because: 'No link opens an app.',
  },
  {
    name: 'an entry without an app',
    answer: { body: appleFile({ appIDs: undefined }) },
    theirs: ['applinks-structure', 'fail'],
    ours: 'AASA_EMPTY',
  },
  {
    name: 'apps that are not empty',
    answer: {
      body: links({ apps: [APP], details: [{ appIDs: [APP], components: [{ '/': '*' }] }] }),
    },
    theirs: ['applinks-structure', 'fail'],
    because: APPS,
  },
  {
    name: 'an app without rules',
    answer: { body: appleFile({ components: undefined }) },
    theirs: ['applinks-structure', 'warn'],
    ours: 'AASA_RULES_MISSING',
    because: 'That app opens no link.',
  },
  {
    name: 'an app ID without a team',
    answer: { body: appleFile({ appIDs: ['not-an-app-id'] }) },
    theirs: ['appid-format', 'fail'],
    ours: 'AASA_APP_ID_FORM',
  },
  {
    name: 'a team ID in lower case',
    answer: { body: appleFile({ appIDs: [APP.toLowerCase()] }) },
    ours: 'AASA_APP_ID_FORM',
    because: 'Apple issues team IDs in capitals, and compares them as they are.',
  },
  {
    name: 'a rule with an unknown key',
    answer: { body: appleFile({ components: [{ '/': '*', bogus: 1 }] }) },
    theirs: ['components', 'warn'],
    because: 'iOS passes over keys that it does not know, and Apple adds some.',
  },
  {
    name: 'a rule whose path is no text',
    answer: { body: appleFile({ components: [{ '/': 1 }] }) },
    theirs: ['components', 'warn'],
    ours: 'AASA_RULES_MISSING',
    because: 'A rule that cannot be read is none.',
  },
];

describe('public doctor page, beside LinkForty’s validator of Apple’s file', () => {
  for (const { name, answer, theirs, ours, because } of CASES) {
    test(`${name}: ${theirs?.join(' ') ?? 'passes'} there, ${ours ?? 'nothing'} here`, async () => {
      const whole = {
        status: 200,
        body: '',
        ...answer,
        headers: { ...headers, ...answer.headers },
      };
      const judged = judgeFile(whole).map(({ rule, says }) => `${rule} ${says}`);
      if (theirs === undefined) assert.deepEqual(judged, []);
      else assert.ok(judged.includes(theirs.join(' ')), judged.join());
      const { faults } = await askDoctorPage(apple(whole));
      assert.deepEqual(
        faults.map(({ code }) => code),
        ours === undefined ? [] : [ours],
      );
      const same =
        { fail: 'problem', warn: 'warning' }[theirs?.[1] ?? 'fail'] === faults[0]?.severity;
      const agree = theirs === undefined ? ours === undefined : same;
      assert.equal(because === undefined, agree, 'A difference has a reason, and nothing else has');
    });
  }

  test('a file at the root alone: warn there, AASA_MISSING here, for Apple names no other place than /.well-known', async () => {
    const { codes } = await askDoctorPage(({ site }) => {
      site.answers.set(AASA, { status: 404 });
      site.answers.set('/apple-app-site-association', { headers, body: appleFile() });
    });
    assert.deepEqual(codes, ['AASA_MISSING']);
  });

  test('the file that this server serves passes all of its rules', async () => {
    const { host } = await newPhoneProject();
    const { status, headers: got, text } = await visit(host, AASA);
    assert.deepEqual(judgeFile({ status, headers: got as Record<string, string>, body: text }), []);
  });
});
