import { operations } from '@fairlead/contract';
import { listLinkTemplates } from '#links/creating/templates/listLinkTemplates.ts';
import { route } from '../../routing/route.ts';
import { renderLinkTemplate } from '../../views/links/linkTemplateView.ts';

export const listLinkTemplatesRoute = route(
  operations.listLinkTemplates,
  async ({ app, caller }) => {
    const templates = await listLinkTemplates(app.db, caller.project);
    return { status: 200, body: { templates: templates.map(renderLinkTemplate) } };
  },
);
