import { operations } from '@fairlead/contract';
import { deleteLinkTemplate } from '#links/creating/templates/writeLinkTemplate.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const deleteLinkTemplateRoute = route(
  operations.deleteLinkTemplate,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    await deleteLinkTemplate(app.db, project, actorOf(user), params.templateId);
    return { status: 200, body: { success: true } };
  },
);
