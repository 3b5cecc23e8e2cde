import { changePlan } from '@fairlead/contract/operations/dashboard/plan';
import { command } from '../../command.ts';

export const plan = command({
  name: 'plan',
  summary: 'Put a project on a plan: one of the catalogue, or self-hosted (no limits)',
  parameters: ['PROJECT', 'PLAN'],
  audience: 'operator',
  options: {},
  run: ({ call }, _, [project = '', id = '']) =>
    call(changePlan, { params: { projectId: project }, body: { plan: id } }),
  render: ({ projectId, plan: id }) => [`Project ${projectId} is on the plan ${id}.`],
});
