import type { App } from '../app.ts';
import { deleteExpired } from '../exports/deleteExpired.ts';
import { failExport } from '../exports/failExport.ts';
import { mailExport } from '../exports/mailExport.ts';
import { runExport } from '../exports/runExport.ts';
import type { Work } from '../queue/createQueue.ts';

/** Runs the queue's jobs in this process; disposing the queue lets them finish. */
export async function workQueue(app: App): Promise<void> {
  const { db, numbers, files, queue, mail, plans } = app;
  const { linkUrlTemplate, publicUrl } = app.config;
  const signer = { origin: publicUrl.origin, secret: app.secrets.secret.reveal() };
  const work: Work = {
    'run-export': ({ exportId }) =>
      runExport({ db, numbers, files, queue, linkUrlTemplate }, exportId),
    'fail-export': ({ exportId }) => failExport(db, exportId),
    'mail-export': ({ exportId }) => mailExport({ db, mail, signer }, exportId),
    'delete-exports': async () => void (await deleteExpired(db, files)),
    'expire-clicks': () => numbers.expire(plans),
  };
  await queue.work(work);
}
