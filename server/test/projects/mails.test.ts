import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import type { ProjectMails } from '@fairlead/contract/operations/dashboard/brand';
import { sql } from 'kysely';
import type { App } from '#faces/App.ts';
import { examineDueDomains } from '#faces/jobs/examineDomains.ts';
import { sendWeeklyMails } from '#faces/jobs/mailWeeks.ts';
import { sendUsageWarnings } from '#faces/jobs/warnOfUsage.ts';
import { mailLinkProposal } from '#links/changing/proposals/mailLinkProposal.ts';
import { claimDueExaminations } from '#links/doctor/claimDueExaminations.ts';
import { DAY_MS, startOfDay } from '#platform/lib/time.ts';
import type { MailMessage } from '#platform/ports/Mail.ts';
import { createInvitation } from '#teams/projects/members/createInvitation.ts';
import { sendInvitation } from '#teams/projects/members/sendInvitation.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { mailExport } from '#apps/exports/mailExport.ts';
import { PLAIN } from '../support/callers/brands.ts';
import { bodyOf, newPerson, ownerOf } from '../support/callers/person.ts';
import {
  anyProject,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { useSmallPlans } from '../support/callers/smallPlans.ts';
import { makeExport } from '../support/makeExport.ts';
import { endings } from '../support/run/endings.ts';
import { openDnsServer } from '../support/outside/openDnsServer.ts';
import { startServer, type TestServer, useServer } from '../support/useServer.ts';

const { previewMail, proposeLinkChange, setBrand, setWeeklyMail, updateProjectLink } = operations;

const MAILS = {
  senderName: 'Bluebird, "Books" & Söhne',
  replyTo: 'desk@bluebird.example',
  invitation: { opening: 'Hello,\nwe make books.', closing: 'The team of Bluebird' },
  weekly: { opening: 'Good morning!', closing: 'Have a good week.' },
} as const satisfies ProjectMails;

async function give(project: TestProject, mails: ProjectMails | undefined) {
  const params = { projectId: project.project.id };
  const body = { ...PLAIN, ...(mails && { mails }) };
  return member(project)(setBrand, { params, body });
}

/** The app with a mail port that keeps what is sent. */
function listening({ app }: TestServer): { app: App; sent: MailMessage[] } {
  const sent: MailMessage[] = [];
  const send = async (message: MailMessage) => void sent.push(message);
  return { sent, app: { ...app, mail: { ...app.mail, delivers: true, send } } };
}

async function invite(project: TestProject, app: App): Promise<void> {
  const found = await findProject(app.db, project.project.id);
  const { user } = await ownerOf(project);
  const actor = { kind: 'user', id: user.id, name: user.name } as const;
  const input = { email: 'colleague@example.com', role: 'viewer' } as const;
  await sendInvitation(app, found!, actor, await createInvitation(app, found!, actor, input));
}

let onDns: Promise<TestServer> | undefined;
async function startOnDns(): Promise<TestServer> {
  return startServer({ DNS_SERVERS: endings.use(await openDnsServer()).address });
}

interface Kind {
  readonly server?: () => Promise<TestServer>;
  readonly send: (project: TestProject, app: App) => Promise<unknown>;
  /** Whether the words of the project stand around those of the mail. */
  readonly worded?: keyof ProjectMails & ('invitation' | 'weekly');
}

/** Every mail that somebody gets because of a project. */
const KINDS: Readonly<Record<string, Kind>> = {
  'an invitation': { worded: 'invitation', send: invite },
  'the weekly mail': {
    worded: 'weekly',
    send: async (project, app) => {
      const owner = await ownerOf(project);
      const params = { projectId: project.project.id };
      bodyOf(await owner.call(setWeeklyMail, { params, body: { on: true } }), 200);
      // Not early on a Monday, when none is due.
      const noon = startOfDay(Date.now() + 15 * DAY_MS) + DAY_MS / 2;
      await sendWeeklyMails(app, new Date(noon));
    },
  },
  'an export that is ready': {
    send: async (project, app) => {
      const { jobId } = await makeExport(project);
      await sql`update exports set mailed_at = null where id = ${jobId}::uuid`.execute(app.db);
      const signer = { origin: app.config.publicUrl.origin, secret: 'any' };
      await mailExport({ db: app.db, mail: app.mail, signer }, jobId);
    },
  },
  'a change that waits for approval': {
    send: async (project, app) => {
      const params = { projectId: project.project.id, linkId: (await newLink(project)).id };
      const owner = await ownerOf(project);
      bodyOf(await owner.call(updateProjectLink, { params, body: { printed: true } }), 200);
      const admin = await newPerson({ project, role: 'admin' });
      const body = { changes: { fallbackUrl: 'https://example.com/new' } };
      const { proposal } = bodyOf(await admin.call(proposeLinkChange, { params, body }), 200);
      const { publicUrl } = app.config;
      const told = { proposalId: proposal!.id, userId: owner.user.id };
      await mailLinkProposal({ db: app.db, mail: app.mail, publicUrl }, told);
    },
  },
  'a report of a domain': {
    server: () => (onDns ??= startOnDns()),
    send: async (project, app) => {
      await claimDueExaminations(app.db, 1_000_000);
      await sql`delete from domain_examinations using domains
        where domains.id = domain_id and project_id = ${project.project.id}::uuid`.execute(app.db);
      await examineDueDomains(app);
    },
  },
  'a warning of the plan': {
    server: useSmallPlans,
    send: async (project, app) => {
      for (let made = 0; made < 8; made += 1) await newLink(project);
      await sendUsageWarnings(app, new Date());
    },
  },
};

async function received(kind: Kind, mails: ProjectMails | undefined): Promise<MailMessage> {
  const server = await (kind.server ?? useServer)();
  const plan = kind.server === useSmallPlans ? { plan: 'small' } : {};
  const project = await newProject({ name: 'Bluebird', ...plan }, server);
  bodyOf(await give(project, mails), 200);
  const { app, sent } = listening(server);
  await kind.send(project, app);
  const mine = sent.filter(({ to }) => to === 'colleague@example.com' || to === project.userEmail);
  assert.equal(mine.length, 1);
  return mine[0]!;
}

describe('mails about a project', () => {
  for (const [name, kind] of Object.entries(KINDS)) {
    test(`${name} has the server's sender and words where the project sets none`, async () => {
      const { senderName, replyTo, text } = await received(kind, undefined);
      assert.deepEqual([senderName, replyTo], [undefined, undefined]);
      for (const words of Object.values({ ...MAILS.invitation, ...MAILS.weekly })) {
        assert.ok(!text.includes(words));
      }
    });

    test(`${name} has the sender of the project, and its words if it has any`, async () => {
      const { senderName, replyTo, text } = await received(kind, MAILS);
      assert.deepEqual([senderName, replyTo], [MAILS.senderName, MAILS.replyTo]);
      const { opening, closing } = kind.worded ? MAILS[kind.worded] : MAILS.weekly;
      assert.equal(text.startsWith(`${opening}\n\n`), kind.worded !== undefined);
      assert.equal(text.endsWith(`\n\n${closing}\n`), kind.worded !== undefined);
    });
  }

  test('look as their preview does', async () => {
    const project = await newProject({ name: 'Bluebird' });
    bodyOf(await give(project, MAILS), 200);
    const { app, sent } = listening(project.server);
    await invite(project, app);
    const params = { projectId: project.project.id };
    const preview = async (kind: 'invitation' | 'weekly', mails: ProjectMails) =>
      bodyOf(await member(project)(previewMail, { params, body: { mails, kind } }), 200);
    const shown = await preview('invitation', MAILS);
    const [{ subject, text, senderName, replyTo } = assert.fail('No mail')] = sent;
    const withoutToken = (mail: string) => mail.replace(/token=\S+/, 'token=');
    assert.equal(withoutToken(shown.text), withoutToken(text));
    assert.deepEqual(
      [shown.subject, shown.from, shown.replyTo],
      [subject, { ...app.mail.sender, name: senderName }, replyTo],
    );
    const weekly = await preview('weekly', MAILS);
    assert.match(
      weekly.text,
      /^Good morning!\n\nBluebird, May 31 to June 6\n\nClicks: 1,200 \(\+20%/,
    );
    assert.match(weekly.text, /\n\nHave a good week\.\n$/);
    const plain = await preview('weekly', {});
    assert.deepEqual([plain.from, plain.replyTo], [app.mail.sender, null]);
  });
});

describe('the sender and the words of mails', () => {
  for (const [what, mails, message] of [
    ['a line end in the name', { senderName: 'A\r\nBcc: eve@example.com' }, /senderName must/],
    ['a line separator in the name', { senderName: 'A\u2028B' }, /invisible characters/],
    ['a turn of direction in the name', { senderName: 'A\u202Eevil' }, /invisible characters/],
    ['an invisible sign in the name', { senderName: 'Fair\u200Blead' }, /invisible characters/],
    ['an encoded word as the name', { senderName: '=?utf-8?B?RmFpcmxlYWQ=?=' }, /email address/],
    ['an address as the name', { senderName: 'bank@example.com' }, /email address/],
    ['an address in brackets in the name', { senderName: 'Bank <x>' }, /email address/],
    ['the name of the product', { senderName: 'FAIRLEAD Security' }, /name of this server/],
    ['the name with digits', { senderName: 'Fa1r-Iead' }, /name of this server/],
    ['the name with accents', { senderName: 'Fáirléad' }, /name of this server/],
    ['the name in wide letters', { senderName: 'Ｆａｉｒｌｅａｄ' }, /name of this server/],
    ['the name with a Cyrillic letter', { senderName: 'F\u0430irlead' }, /several alphabets/],
    ['the host of the server', { senderName: 'api.test' }, /name of this server/],
    ['an empty name', { senderName: ' ' }, /senderName must have a visible character/],
    ['a long name', { senderName: 'x'.repeat(LIMITS.mailSenderLength + 1) }, /senderName must/],
    ['two addresses for replies', { replyTo: 'a@example.com,b@example.com' }, /replyTo must/],
    ['a header behind the address', { replyTo: 'a@example.com\nBcc: b@example.com' }, /replyTo/],
    ['a name with the address', { replyTo: 'A <a@example.com>' }, /replyTo must/],
    ['quotes in the address', { replyTo: '"a b"@example.com' }, /replyTo must/],
    ['an address in other letters', { replyTo: '\u0430@example.com' }, /plain Latin letters/],
    ['a control character in words', { invitation: { opening: 'a\u0007' } }, /control characters/],
    ['a turn of direction in words', { weekly: { closing: 'a\u2066b' } }, /invisible characters/],
    [
      'a web address in words',
      { invitation: { closing: 'See http://x.test' } },
      /must not contain web/,
    ],
    ['an email address in words', { weekly: { opening: 'To a@x.test' } }, /must not contain web/],
    [
      'words that are too long',
      { weekly: { opening: 'x'.repeat(LIMITS.mailWordsLength + 1) } },
      /opening must/,
    ],
  ] as const) {
    test(`400: ${what}`, async () => {
      const project = await anyProject();
      const refused = await give(project, mails);
      assert.equal(refused.status, 400, JSON.stringify(refused.body));
      assert.match(JSON.stringify(refused.body), message);
      const params = { projectId: project.project.id };
      const body = { mails: mails as ProjectMails, kind: 'weekly' as const };
      assert.equal((await member(project)(previewMail, { params, body })).status, 400);
    });
  }

  test('may be of any one script, with emoji', async () => {
    const project = await newProject();
    const invitation = { opening: 'می\u200cخواهم 👩\u200d🚀\n\nServus' };
    for (const senderName of ['Голубая птица', 'دفتر آبی', '青い鳥 Books', 'Bluebird 👩\u200d🚀']) {
      bodyOf(await give(project, { senderName, invitation }), 200);
    }
  });
});
