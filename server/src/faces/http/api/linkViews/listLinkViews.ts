import { operations } from '@fairlead/contract';
import { listLinkViews } from '#links/finding/views/listLinkViews.ts';
import { route } from '../../routing/route.ts';
import { renderLinkView } from '../../views/links/linkViewView.ts';

export const listLinkViewsRoute = route(operations.listLinkViews, async ({ app, caller }) => {
  const views = await listLinkViews(app.db, caller.project, caller.user);
  return { status: 200, body: { views: views.map(renderLinkView) } };
});
