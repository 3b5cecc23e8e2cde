import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { newId } from '#platform/lib/uuid.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';
import { startServer, type TestServer } from '../../support/useServer.ts';

const { acceptInvitation, createInvitation, getServer, listAuditEntries, sendTestMail } =
  operations;

const ADMIN_EMAIL = `${newId()}@owner.test`;
let running: Promise<TestServer> | undefined;
/** A server without SMTP_URL, as a newcomer has it. */
const onStage = () => (running ??= startServer({ SMTP_URL: '', ADMIN_EMAIL }));

/** The account of ADMIN_EMAIL; any server of the test database has its own. */
async function ownerOn(server: TestServer, email: string): Promise<Person> {
  const person = await newPerson(undefined, server);
  await server.app.db
    .updateTable('users')
    .set({ email })
    .where('id', '=', person.user.id)
    .execute();
  return person;
}

describe('a server without a mail server', () => {
  test('reports that an invitation was not emailed and returns its link', async () => {
    const server = await onStage();
    const project = await newProject({}, server);
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const email = `${newId()}@invited.test`;
    const body = { email, role: 'viewer' as const };
    const made = bodyOf(await owner.call(createInvitation, { params, body }), 201);
    assert.equal(made.mailed, false);
    const token = new URL(made.link ?? '').searchParams.get('token') ?? '';
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    const shown = entries.find(({ action }) => action === 'invitation.linkShown');
    assert.deepEqual(shown?.details, { reason: 'This server has no mail server' });
    assert.equal((await mailsTo(server, email)).length, 1);
    const visitor = createClient({ baseUrl: `${server.origin}/api/v1` });
    const accept = { token, name: 'New', password: 'a long enough password' };
    assert.equal((await visitor(acceptInvitation, { body: accept })).status, 200);
  });

  test('says so in the server report and after a test email, to its owner only', async () => {
    const server = await onStage();
    const owner = await ownerOn(server, ADMIN_EMAIL);
    const { report } = bodyOf(await owner.call(getServer, {}), 200);
    assert.equal(report?.mail, 'files');
    assert.ok(report.findings.some(({ code }) => code === 'MAIL_TO_FILES'));
    const sent = bodyOf(await owner.call(sendTestMail, {}), 200);
    assert.equal(sent.to, ADMIN_EMAIL);
    assert.match(sent.problem ?? '', /SMTP_URL is not set/);
    const other = await newPerson(undefined, server);
    assert.equal(bodyOf(await other.call(getServer, {}), 200).report, null);
    assert.equal((await other.call(sendTestMail, {})).status, 404);
  });
});

test("a test email reports the mail server's refusal or success", async () => {
  const email = `${newId()}@owner.test`;
  const broken = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9', ADMIN_EMAIL: email });
  const owner = await ownerOn(broken, email);
  const refused = bodyOf(await owner.call(sendTestMail, {}), 200);
  assert.match(refused.problem ?? '', /could not be sent: .*ECONNREFUSED/);
  const whole = await startServer({ SMTP_URL: 'file:outbox', ADMIN_EMAIL: email });
  const again = createClient({
    baseUrl: `${whole.origin}/api/v1`,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  assert.deepEqual(bodyOf(await again(sendTestMail, {}), 200), { to: email, problem: null });
});
