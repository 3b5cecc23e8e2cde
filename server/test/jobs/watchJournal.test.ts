import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readJournalAlarms } from '#visits/clicks/readJournalAlarms.ts';
import { sendJournalAlarms } from '#faces/jobs/watchJournal.ts';
import { describeCopy } from '#faces/lookups/describeCopy.ts';
import { endings } from '../support/run/endings.ts';
import { mailsTo } from '../support/outside/mails.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { until } from '../support/until.ts';
import { takeFailures } from '../support/run/failures.ts';
import { startServer } from '../support/useServer.ts';

test('a journal is behind when its oldest record is over a minute old', () => {
  const behind = (seconds: number) =>
    readJournalAlarms(
      { backlog: () => ({ records: 3, bytes: 100, seconds }), isStoring: () => true },
      tmpdir(),
    ).behind;
  assert.deepEqual([behind(0), behind(59), behind(61)], [0, 0, 1]);
});

test("the server's owner is emailed about a full disk, again after six hours, and /metrics shows it", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-alarm-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const owner = `owner-${process.pid}@example.test`;
  const server = await startServer({ JOURNAL_DIR: folder, ADMIN_EMAIL: owner });
  const project = await newProject({}, server);
  const link = await newLink(project);
  await rename(join(folder, '0'), join(folder, 'away'));
  const headers = { host: new URL(link.shortUrl).host, 'user-agent': USER_AGENTS.desktop };
  assert.equal((await send({ path: `/${link.slug}`, headers, port: server.port })).status, 503);
  const sent = { behind: -Infinity, disk: -Infinity, copy: -Infinity };
  const hour = 60 * 60 * 1000;
  assert.equal(await sendJournalAlarms(server.app, sent, 0), 1);
  assert.equal(await sendJournalAlarms(server.app, sent, 5 * hour), 0);
  assert.equal(await sendJournalAlarms(server.app, sent, 7 * hour), 1);
  const [mail = ''] = await mailsTo(server, owner, 2);
  assert.match(mail.replaceAll(/=\r?\n/g, ''), /every link answers 503\. Please free up space/);
  const { text } = await server.app.metrics.read();
  assert.match(text, /^fairlead_journal_alarm\{state="disk"\} 1$/m);
  assert.match(text, /^fairlead_journal_disk\{state="free"\} \d/m);
  await rename(join(folder, 'away'), join(folder, '0'));
  takeFailures();
});

test("the server's owner is emailed about a copy of links that is a minute behind, and /metrics shows it", async () => {
  const owner = `copy-owner-${process.pid}@example.test`;
  const server = await startServer({ LINK_COPY: 'complete', ADMIN_EMAIL: owner });
  const { localStore, metrics } = server.app;
  const { copy } = localStore;
  await until('the copy is complete', () => copy.state()?.complete ?? false);
  const sent = { behind: -Infinity, disk: -Infinity, copy: -Infinity };
  assert.equal(await sendJournalAlarms(server.app, sent, 0), 0);
  assert.match((await metrics.read()).text, /^fairlead_link_copy\{state="alarm"\} 0$/m);
  const old = { ...copy.state()!, readAt: Date.now() - 61_000 };
  const late = {
    ...server.app,
    localStore: { ...localStore, copy: { ...copy, state: () => old } },
  };
  assert.equal(await sendJournalAlarms(late, sent, 0), 1);
  assert.equal(await sendJournalAlarms(late, sent, 1_000), 0);
  const [mail = ''] = await mailsTo(server, owner, 1);
  assert.match(mail.replaceAll(/=\r?\n/g, ''), /has not been updated for over a minute/);
  assert.equal(describeCopy({ state: () => old }).alarm, 1);
});
