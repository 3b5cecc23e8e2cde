import { operations } from '@fairlead/contract';
import type { Link } from '#links/link/Link.ts';
import { readIfMatch } from '#links/link/linkVersion.ts';
import { checkLinkChanges, updateLink } from '#links/changing/updateLink.ts';
import { answerManagedLink } from './answerManagedLink.ts';
import { assertChanged } from '../project/assertChanged.ts';
import { authorOf, getManagedProject } from './getManagedProject.ts';
import { route } from '../../../routing/route.ts';

export const updateLinkRoute = route(
  operations.updateLink,
  async ({ app, request, caller, params, body }) => {
    const versions = readIfMatch(request.header('if-match'));
    const project = await getManagedProject(app, caller, params.id);
    const author = authorOf(caller);
    const made = await updateLink(app.db, project, author, params.id, body, versions);
    const show = (link: Link) => answerManagedLink(app, link);
    await assertChanged(app, caller, made, show);
    return show(made.link);
  },
  ({ body }) => checkLinkChanges(body),
);
