import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { checkNewLink } from '#links/creating/checkNewLink.ts';
import { createLink } from '#links/creating/createLink.ts';
import { examineNewLink } from '#links/creating/examineNewLink.ts';
import { chooseProject } from '../../../access/chooseProject.ts';
import { route } from '../../../routing/route.ts';
import { answerManagedLink } from './answerManagedLink.ts';
import { refuseReader } from './getManagedProject.ts';

export const createManagedLinkRoute = route(
  operations.createManagedLink,
  async ({ app, caller, query, body }) => {
    const { role, ...project } = await chooseProject(app, caller, query.projectId);
    await refuseReader(app, caller, { id: project.id, role });
    const actor = caller.kind === 'user' ? actorOf(caller.user) : null;
    const { link, created } = await createLink(app, project, body, { actor });
    const answer = await answerManagedLink(app, link);
    if (!created) return answer;
    const headers = { ...answer.headers, location: `/v1/links/${link.id}` };
    return { ...answer, status: 201, headers };
  },
  // Which project a person means is known only once the whole request has been read.
  ({ app, caller, body }) =>
    caller.kind === 'key' ? examineNewLink(app.db, caller.project, body) : checkNewLink(body),
);
