import { operations } from '@fairlead/contract';
import { listMembers as listMembersOf } from '../../projects/listMembers.ts';
import { route } from '../route.ts';
import { renderMember } from '../views/memberView.ts';

export const listMembers = route(operations.listMembers, async ({ app, caller }) => {
  const members = await listMembersOf(app.db, caller.project);
  return { status: 200, body: { members: members.map(renderMember) } };
});
