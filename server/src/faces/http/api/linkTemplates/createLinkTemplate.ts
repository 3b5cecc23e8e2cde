import { operations } from '@fairlead/contract';
import { createLinkTemplate } from '#links/creating/templates/writeLinkTemplate.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderLinkTemplate } from '../../views/links/linkTemplateView.ts';

export const createLinkTemplateRoute = route(
  operations.createLinkTemplate,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const template = await createLinkTemplate(app.db, project, actorOf(user), body);
    return { status: 201, body: renderLinkTemplate(template) };
  },
);
