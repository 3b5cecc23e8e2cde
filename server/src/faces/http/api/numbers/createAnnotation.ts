import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { createAnnotation } from '#visits/numbers/annotations/writeAnnotation.ts';
import { route } from '../../routing/route.ts';
import { renderAnnotation } from '../../views/numbersView.ts';

export const createAnnotationRoute = route(
  operations.createAnnotation,
  async ({ app, caller, body }) => {
    const made = await createAnnotation(app.db, caller.project, actorOf(caller.user), body);
    return { status: 201, body: renderAnnotation(made) };
  },
);
