import { operations } from '@fairlead/contract';
import { listProjectsOfUser } from '#teams/projects/listProjectsOfUser.ts';
import { route } from '../../routing/route.ts';

export const listProjectsRoute = route(operations.listProjects, async ({ app, caller }) => {
  const projects = await listProjectsOfUser(app.db, caller.user);
  return {
    status: 200,
    body: {
      projects: projects.map(({ createdAt, ...project }) => ({
        ...project,
        createdAt: createdAt.toISOString(),
      })),
    },
  };
});
