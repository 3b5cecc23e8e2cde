import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { newId } from '#platform/lib/uuid.ts';
import { newProject, operator, type TestProject } from '../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../support/callers/person.ts';
import { mailsTo, tokenIn } from '../support/outside/mails.ts';
import { startServer } from '../support/useServer.ts';

const { acceptInvitation, createInvitation, createProject, provision } = operations;
const { resendInvitation, updateCurrentUser, updateProject } = operations;

/** As in the name of a sender (mails.test.ts), of which every mark is tried there. */
const BAD: readonly (readonly [string, RegExp])[] = [
  ['Security: unlock at https://evil.example', /name must not look like an email address/],
  ['Write to help@evil.example', /name must not look like an email address/],
  ['Acme\u202Eevil', /name must not contain invisible characters/],
  ['F\u0430irlead', /name must not mix letters of several alphabets/],
  ['Fa1rlead Security', /name must not look like the name of this server/],
];
const GOOD = ['Голубая птица', 'Магазин iOS', '青い鳥 Books', 'Zoë & Sons, No. 2 👩\u200d🚀'];
const role = 'viewer' as const;

async function invite({ server, project }: TestProject, on: { call: Call }, email: string) {
  const params = { projectId: project.id };
  bodyOf(await on.call(createInvitation, { params, body: { email, role } }), 201);
  const [mail = assert.fail('no mail')] = await mailsTo(server, email);
  return mail;
}
type Call = ReturnType<typeof createClient>;

const subjectOf = (mail: string) =>
  /^Subject: (.*)$/m.exec(mail.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1]?.trim();

describe('names of projects and people, which invitations carry to strangers', () => {
  test('400: what a mail must not have, wherever such a name comes in', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const visitor = createClient({ baseUrl: `${project.server.origin}/api/v1` });
    const invited = `${newId()}@invited.test`;
    const token = tokenIn(await invite(project, owner, invited), '/invitation');
    const password = 'a password of someone new';
    const asOperator = await operator();
    const plan = 'business';
    for (const [name, message] of BAD) {
      const refused = [
        await owner.call(createProject, { body: { name } }),
        await owner.call(updateProject, { params, body: { name } }),
        await asOperator(provision, { body: { name, plan } }),
        await owner.call(updateCurrentUser, { body: { name } }),
        await visitor(acceptInvitation, { body: { token, name, password } }),
      ];
      for (const reply of refused) {
        assert.match(String(bodyOf(reply, 400).message), message);
      }
    }
    for (const name of GOOD) {
      bodyOf(await owner.call(updateProject, { params, body: { name } }), 200);
      bodyOf(await owner.call(updateCurrentUser, { body: { name } }), 200);
    }
  });

  test('that are older stay, and a mail leaves out of them what it must not have', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const { db } = project.server.app;
    const named = async (ofProject: string, ofPerson: string) => {
      await db
        .updateTable('projects')
        .set({ name: ofProject })
        .where('id', '=', project.project.id)
        .execute();
      await db
        .updateTable('users')
        .set({ name: ofPerson })
        .where('id', '=', owner.user.id)
        .execute();
      project.server.app.lookups.apply({ kind: 'project', projectId: project.project.id });
    };
    const name = 'Security: unlock at https://evil.example';
    await named(name, 'Eve www.evil.example');
    const mail = await invite(project, owner, `${newId()}@invited.test`);
    assert.equal(subjectOf(mail), 'Eve invited you to Security: unlock at on Fairlead');
    assert.doesNotMatch(mail, /evil/);
    await named('https://evil.example', 'Fairlead Support');
    // A session knows its person's name for some seconds.
    const bare = await invite(project, await ownerOf(project), `${newId()}@invited.test`);
    assert.equal(subjectOf(bare), 'Someone invited you to a project on Fairlead');
    await named(name, 'Eve www.evil.example');
    const params = { projectId: project.project.id };
    const body = { name, requireInstallation: true };
    assert.equal(bodyOf(await owner.call(updateProject, { params, body }), 200).name, name);
    const same = { name: 'Eve www.evil.example' };
    bodyOf(await owner.call(updateCurrentUser, { body: same }), 200);
  });

  test('of a person who gives none come from the email, and are as clean', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const visitor = createClient({ baseUrl: `${project.server.origin}/api/v1` });
    const email = `www.${newId()}@invited.test`;
    const token = tokenIn(await invite(project, owner, email), '/invitation');
    const body = { token, password: 'a password of someone new' };
    bodyOf(await visitor(acceptInvitation, { body }), 200);
    assert.equal((await findUser(project.server.app.db, { email }))?.name, 'Someone');
  });
});

describe('invitations on a day', () => {
  for (const [of, words] of [
    ['invitations', 'by one person'],
    ['projectInvitations', 'in one project'],
  ] as const) {
    test(`429: more than there may be ${words}, also when one is sent again`, async () => {
      const server = await startServer({ RATE_LIMITS: 'on' });
      const project = await newProject({}, server);
      const admin = await newPerson({ project, role: 'admin' });
      const params = { projectId: project.project.id };
      const add = () => {
        const body = { email: `${newId()}@invited.test`, role };
        return admin.call(createInvitation, { params, body });
      };
      const { id: invitationId } = bodyOf(await add(), 201);
      const { requests } = RATE_LIMITS[of];
      const who = of === 'invitations' ? admin.user.id : project.project.id;
      // All that is left, but for one.
      for (let used = 2; used < requests; used += 1) await server.app.rateLimiter?.draw(of, who);
      bodyOf(await add(), 201);
      const refused = [
        await add(),
        await admin.call(resendInvitation, { params: { ...params, invitationId } }),
      ];
      for (const reply of refused) {
        const { message } = bodyOf(reply, 429);
        const sentence = `Limit of ${requests} invitations a day ${words} exceeded; retry in`;
        assert.ok(String(message).startsWith(sentence), String(message));
        assert.ok(Number(reply.headers.get('retry-after')) > 3600);
      }
    });
  }
});
