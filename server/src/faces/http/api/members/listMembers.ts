import { operations } from '@fairlead/contract';
import { listMembers } from '#teams/projects/members/listMembers.ts';
import { route } from '../../routing/route.ts';
import { renderMember } from '../../views/memberView.ts';

export const listMembersRoute = route(operations.listMembers, async ({ app, caller }) => {
  const members = await listMembers(app.db, caller.project);
  return { status: 200, body: { members: members.map(renderMember) } };
});
