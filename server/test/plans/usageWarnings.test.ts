import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createVerifiedDomain } from '#teams/domains/createVerifiedDomain.ts';
import { sendUsageWarnings } from '#faces/jobs/warnOfUsage.ts';
import { getUsage } from '#teams/plans/getUsage.ts';
import { appKey, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { useSmallPlans } from '../support/callers/smallPlans.ts';
import { mailsTo as mailsOf } from '../support/outside/mails.ts';

/** Mails to the owner of the project so far, without soft line ends. */
async function mailsTo({ server, userEmail }: TestProject): Promise<string[]> {
  const mails = await mailsOf(server, userEmail, 0);
  return mails.map((mail) => mail.replaceAll('=\r\n', ''));
}

async function addLinks(project: TestProject, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await newLink(project);
}

describe('usage warnings (Rule: limits)', () => {
  test('are emailed to the owner once at 80% and once at 100%, each month', async () => {
    const project = await newProject({ plan: 'small', name: 'Shop' }, await useSmallPlans());
    const { app } = project.server;
    const now = new Date();
    await addLinks(project, 7);
    await sendUsageWarnings(app, now);
    assert.deepEqual(await mailsTo(project), []);
    await addLinks(project, 1);
    await Promise.all([sendUsageWarnings(app, now), sendUsageWarnings(app, now)]);
    const [near, ...more] = await mailsTo(project);
    assert.equal(more.length, 0);
    assert.match(near ?? '', /Subject: Shop: 80 % of links used/);
    assert.match(near ?? '', /uses 8 of 10 links included in its Small plan/);
    await addLinks(project, 2);
    await sendUsageWarnings(app, now);
    await sendUsageWarnings(app, now);
    const mails = await mailsTo(project);
    assert.equal(mails.length, 2);
    assert.match(mails[1] ?? '', /Subject: Shop: 100 % of links used/);
    await sendUsageWarnings(app, new Date(now.getTime() + 32 * 86_400_000));
    assert.equal((await mailsTo(project)).length, 3);
  });

  test('skip 80% if 100% is reached at once, and announce overage charges', async () => {
    const project = await newProject({ plan: 'paying' }, await useSmallPlans());
    const call = appKey(project);
    for (let n = 0; n < 6; n += 1) {
      const body = { installationId: `phone-${n}` };
      await call(operations.trackInstallation, { body });
    }
    await sendUsageWarnings(project.server.app, new Date());
    const [mail, ...more] = await mailsTo(project);
    assert.equal(more.length, 0);
    assert.match(mail ?? '', /100 % of monthly active users used/);
    assert.match(mail ?? '', /billed as overage/);
  });

  test('are not sent for the only domain or member of a plan, but for a second', async () => {
    const project = await newProject({ plan: 'single' }, await useSmallPlans());
    const { app } = project.server;
    await sendUsageWarnings(app, new Date());
    assert.deepEqual(await mailsTo(project), []);
    const { limits } = await getUsage(app.db, app.plans, { ...project.project, plan: 'single' });
    assert.deepEqual(limits.domains, { used: 1, limit: 1, warning: 'none' });
    assert.deepEqual(limits.members, { used: 1, limit: 1, warning: 'none' });
    await createVerifiedDomain(app.db, project.project, `second-${project.host}`);
    await sendUsageWarnings(app, new Date());
    const [mail, ...more] = await mailsTo(project);
    assert.match(mail ?? '', /uses 2 of 1 domains/);
    assert.equal(more.length, 0);
  });

  test('are retried in the next round if the email fails', async () => {
    const project = await newProject({ plan: 'small' }, await useSmallPlans());
    const { app } = project.server;
    await addLinks(project, 10);
    const broken = {
      ...app,
      mail: {
        ...app.mail,
        delivers: true,
        send: () => Promise.reject(new Error('The mail server is away')),
        async [Symbol.asyncDispose]() {},
      },
    };
    const named = new RegExp(`${project.project.id}: not sent: Error: The mail server is away`);
    await assert.rejects(sendUsageWarnings(broken, new Date()), named);
    assert.equal((await mailsTo(project)).length, 0);
    await sendUsageWarnings(app, new Date());
    assert.equal((await mailsTo(project)).length, 1);
  });
});
