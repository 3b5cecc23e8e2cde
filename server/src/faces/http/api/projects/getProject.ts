import { operations } from '@fairlead/contract';
import { route } from '../../routing/route.ts';
import { renderProject } from '../../views/projectView.ts';

export const getProjectRoute = route(operations.getProject, async ({ caller }) => ({
  status: 200,
  body: renderProject(caller.project, caller.role),
}));
