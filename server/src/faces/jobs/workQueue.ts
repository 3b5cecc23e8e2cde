import type { App } from '../App.ts';
import { deleteUnusedImages } from '#links/creating/images/deleteUnusedImages.ts';
import { deleteExpired } from '#apps/exports/deleteExpired.ts';
import { failExport } from '#apps/exports/failExport.ts';
import { mailExport } from '#apps/exports/mailExport.ts';
import { runExport } from '#apps/exports/runExport.ts';
import { mailLinkProposal } from '#links/changing/proposals/mailLinkProposal.ts';
import type { Work } from '#platform/queue/createQueue.ts';

/** Runs the queue's jobs in this process; disposing the queue lets them finish. */
export function workQueue(app: App): Promise<void> {
  return app.queue.work(workOf(app));
}

/** What each job does. */
export function workOf(app: App): Work {
  const { db, background, numbers, files, queue, mail, plans } = app;
  const { linkUrlTemplate, publicUrl } = app.config;
  const signer = { origin: publicUrl.origin, secret: app.secrets.secret.reveal() };
  return {
    'run-export': ({ exportId }) =>
      runExport({ db, numbers, files, queue, linkUrlTemplate }, exportId),
    'fail-export': ({ exportId }) => failExport(db, exportId),
    'mail-export': ({ exportId }) => mailExport({ db, mail, signer }, exportId),
    'mail-proposal': (data) => mailLinkProposal({ db, mail, publicUrl }, data),
    'delete-exports': async () => void (await deleteExpired(db, files)),
    'delete-images': async () => void (await deleteUnusedImages(background, files)),
    'expire-clicks': () => numbers.expire(plans),
  };
}
