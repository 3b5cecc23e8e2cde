import { operations } from '@fairlead/contract';
import { deleteLinkView } from '#links/finding/views/writeLinkView.ts';
import { route } from '../../routing/route.ts';
import { viewAuthorOf } from './viewAuthor.ts';

export const deleteLinkViewRoute = route(
  operations.deleteLinkView,
  async ({ app, caller, params }) => {
    await deleteLinkView(app.db, caller.project, viewAuthorOf(caller), params.viewId);
    return { status: 200, body: { success: true } };
  },
);
