import { operations } from '@fairlead/contract';
import { deleteLink } from '#links/changing/deleteLink.ts';
import { readIfMatch } from '#links/link/linkVersion.ts';
import { answerManagedLink } from './answerManagedLink.ts';
import { assertChanged } from '../project/assertChanged.ts';
import { authorOf, getManagedProject } from './getManagedProject.ts';
import { route } from '../../../routing/route.ts';

export const deleteLinkRoute = route(
  operations.deleteLink,
  async ({ app, request, caller, params }) => {
    const versions = readIfMatch(request.header('if-match'));
    const project = await getManagedProject(app, caller, params.id);
    const author = authorOf(caller);
    const made = await deleteLink(app.db, project, author, params.id, versions);
    await assertChanged(app, caller, made, (link) => answerManagedLink(app, link));
    return { status: 200, body: { success: true } };
  },
);
