import type { App } from '../../../app.ts';
import type { Db } from '../../../db/Db.ts';
import { type Link, displayNameOf } from '../../../links/Link.ts';
import type { Project } from '../../../projects/Project.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { getManagedProject } from './getManagedProject.ts';
import type { CallerOf, UserCaller } from '../../routing/route.ts';

interface LinkChange {
  readonly action: 'link.updated' | 'link.deleted';
  readonly details?: Readonly<Record<string, unknown>>;
  readonly run: (db: Db) => Promise<Link>;
}

/** Changes a link on behalf of a dashboard user, with its audit log entry in the same transaction. */
export async function changeLink(
  app: App,
  project: Pick<Project, 'id'>,
  { user }: UserCaller,
  { action, details, run }: LinkChange,
): Promise<Link> {
  const link = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    const changed = await run(tx);
    await record({
      action,
      target: { kind: 'link', id: changed.id, name: displayNameOf(changed) },
      ...(details && { details }),
    });
    return changed;
  });
  return link;
}

/** The same for a caller of `/v1`: what an application key does is not logged, because it is not a person. */
export async function changeManagedLink(
  app: App,
  caller: CallerOf<'secretKeyOrSession'>,
  linkId: string,
  {
    run,
    ...change
  }: Omit<LinkChange, 'run'> & {
    readonly run: (db: Db, project: Pick<Project, 'id'>) => Promise<Link>;
  },
): Promise<Link> {
  const project = await getManagedProject(app, caller, linkId);
  if (caller.kind === 'user') {
    return changeLink(app, project, caller, { ...change, run: (tx) => run(tx, project) });
  }
  const link = await run(app.db, project);
  return link;
}
