import { findServerOwner } from '#teams/accounts/users/findServerOwner.ts';
import type { App } from '../App.ts';
import { isLinkNode } from '#platform/config/config.ts';
import { readFreeBytes, readJournalAlarms } from '#visits/clicks/readJournalAlarms.ts';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { MailMessage } from '#platform/ports/Mail.ts';
import { describeCopy } from '../lookups/describeCopy.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 30_000;
const AGAIN_MS = 6 * 60 * 60 * 1000;
/** The owner's email, for when the database that has it is down. */
const OWNER = 'server owner';

const ALARMS = ['behind', 'disk', 'copy'] as const;
type Alarm = (typeof ALARMS)[number];

/**
 * Emails the owner of the server, and says in the log, when something is wrong with the journal, or with the complete copy of links, and every
 * six hours while it lasts.
 */
export function watchJournal(app: App): AsyncDisposable {
  const sent = { behind: -Infinity, disk: -Infinity, copy: -Infinity };
  return repeat(app, {
    everyMs: EVERY_MS,
    atOnce: true,
    round: () => sendJournalAlarms(app, sent, performance.now()),
    failure: 'The owner could not be told of an alarm; tried again soon',
  });
}

/** One round; `sent` is when each alarm was last sent, in milliseconds. Returns the number of emails sent. */
export async function sendJournalAlarms(
  app: App,
  sent: Record<Alarm, number>,
  now: number,
): Promise<number> {
  const { config, db, ledger, localStore, log, mail } = app;
  // A link node may not read accounts, and need not know whose the server is.
  const owner = isLinkNode(config)
    ? undefined
    : await unlessAway(findServerOwner(db, config.adminEmail), undefined);
  const found = config.adminEmail ?? owner?.email;
  if (found !== undefined) localStore.keep(OWNER, { email: found });
  const stored = localStore.find(OWNER) as { readonly email: string } | undefined;
  const to = found ?? stored?.email;
  const copy = config.linkCopy === 'complete' ? describeCopy(localStore.copy).alarm : 0;
  const alarms = { ...readJournalAlarms(ledger, config.journalDir), copy };
  let mails = 0;
  for (const name of ALARMS) {
    if (alarms[name] === 0 || now - sent[name] < AGAIN_MS) continue;
    const { subject, text } = describeAlarm(app, name);
    if (to !== undefined) {
      await mail.send({ to, subject, text });
      mails += 1;
    }
    log.warn({ alarm: name }, subject);
    sent[name] = now;
  }
  return mails;
}

function describeAlarm({ config, ledger }: App, name: Alarm): Omit<MailMessage, 'to'> {
  const { hostname } = config.publicUrl;
  const { records, seconds } = ledger.backlog();
  const megabytes = Math.round(readFreeBytes(config.journalDir) / 1024 ** 2);
  const text = {
    behind: [
      `Visits to links on ${hostname} are answered and stored on the server's disk, but have not reached the database for ${Math.round(seconds)} seconds (${records} of them in this process).`,
      'Please check whether the database is running and can be reached. Once it is back, everything is loaded automatically; nothing is lost or counted twice.',
      'Until then the API answers 503, and only links that this machine has a copy of work: those visited in the last day, or all with LINK_COPY=complete.',
    ],
    copy: [
      `The copy of all links on ${hostname} has not been updated for over a minute. Links that were made or changed since then may be missing or out of date on this machine.`,
      'Please check whether the database can be reached from it, and whether the disk of JOURNAL_DIR has space left; the log says more. The copy catches up by itself.',
    ],
    disk: [
      `The disk of JOURNAL_DIR (${config.journalDir}) on ${hostname} has only ${megabytes} MB left, or cannot be written to.`,
      'A visit is answered only once it is stored there: with a full disk every link answers 503. Please free up space.',
    ],
  }[name];
  const subject = {
    behind: `Fairlead on ${hostname}: the database is down or behind`,
    copy: `Fairlead on ${hostname}: the copy of links is out of date`,
    disk: `Fairlead on ${hostname}: the disk for visits is nearly full`,
  }[name];
  return { subject, text: `${text.join('\n\n')}\n` };
}
