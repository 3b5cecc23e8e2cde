import { command } from '../command.ts';

export const plan = command({
  name: 'plan',
  summary: 'Put a project on a plan: one of the catalogue, or self-hosted (no limits)',
  parameters: ['PROJECT', 'PLAN'],
  options: {},
  run: (call, _, [project = '', id = '']) =>
    call('PUT', `/api/v1/admin/projects/${encodeURIComponent(project)}/plan`, { plan: id }),
  render: ({ projectId, plan: id }) => [
    `Project ${String(projectId)} is on the plan ${String(id)}.`,
  ],
});
