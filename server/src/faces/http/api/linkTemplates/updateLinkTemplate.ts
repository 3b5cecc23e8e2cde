import { operations } from '@fairlead/contract';
import { updateLinkTemplate } from '#links/creating/templates/writeLinkTemplate.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderLinkTemplate } from '../../views/links/linkTemplateView.ts';

export const updateLinkTemplateRoute = route(
  operations.updateLinkTemplate,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const { templateId } = params;
    const template = await updateLinkTemplate(app.db, project, actorOf(user), templateId, body);
    return { status: 200, body: renderLinkTemplate(template) };
  },
);
