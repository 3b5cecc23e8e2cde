import { operations } from '@fairlead/contract';
import { createLinkView } from '#links/finding/views/writeLinkView.ts';
import { route } from '../../routing/route.ts';
import { renderLinkView } from '../../views/links/linkViewView.ts';
import { viewAuthorOf } from './viewAuthor.ts';

export const createLinkViewRoute = route(
  operations.createLinkView,
  async ({ app, caller, body }) => {
    const view = await createLinkView(app.db, caller.project, viewAuthorOf(caller), body);
    return { status: 201, body: renderLinkView(view) };
  },
);
