import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { deleteAnnotation } from '#visits/numbers/annotations/writeAnnotation.ts';
import { route } from '../../routing/route.ts';

export const deleteAnnotationRoute = route(
  operations.deleteAnnotation,
  async ({ app, caller, params }) => {
    await deleteAnnotation(app.db, caller.project, actorOf(caller.user), params.annotationId);
    return { status: 200, body: { success: true } };
  },
);
