import { operations } from '@fairlead/contract';
import { updateLinkView } from '#links/finding/views/writeLinkView.ts';
import { route } from '../../routing/route.ts';
import { renderLinkView } from '../../views/links/linkViewView.ts';
import { viewAuthorOf } from './viewAuthor.ts';

export const updateLinkViewRoute = route(
  operations.updateLinkView,
  async ({ app, caller, params, body }) => {
    const author = viewAuthorOf(caller);
    const view = await updateLinkView(app.db, caller.project, author, params.viewId, body);
    return { status: 200, body: renderLinkView(view) };
  },
);
