import { operations } from '@fairlead/contract';
import { deleteEvents, undeleteEvents } from '#apps/events/deleteEvents.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { chooseProject, getNamedProject } from '../../access/chooseProject.ts';
import { route } from '../../routing/route.ts';
import { refuseViewer } from '../links/managed/getManagedProject.ts';

export const deleteEventsRoute = route(
  operations.deleteEvents,
  async ({ app, caller, query, body }) => {
    const project = await chooseProject(app, caller, query.projectId);
    refuseViewer(project.role);
    return { status: 200, body: await deleteEvents(app, project, actorOf(caller.user), body) };
  },
);

export const undeleteEventsRoute = route(
  operations.undeleteEvents,
  async ({ app, caller, query, body }) => {
    const project = await chooseProject(app, caller, query.projectId);
    refuseViewer(project.role);
    await undeleteEvents(app, project, actorOf(caller.user), body.deletionId);
    return { status: 200, body: { success: true } };
  },
);

const OPERATOR = { kind: 'operator' } as const;

export const deleteEventsForOperatorRoute = route(
  operations.deleteEventsForOperator,
  async ({ app, params, body }) => {
    const project = await getNamedProject(app, params.projectId);
    return { status: 200, body: await deleteEvents(app, project, OPERATOR, body) };
  },
);

export const undeleteEventsForOperatorRoute = route(
  operations.undeleteEventsForOperator,
  async ({ app, params, body }) => {
    const project = await getNamedProject(app, params.projectId);
    await undeleteEvents(app, project, OPERATOR, body.deletionId);
    return { status: 200, body: { success: true } };
  },
);
