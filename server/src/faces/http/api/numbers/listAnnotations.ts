import { operations } from '@fairlead/contract';
import { listAnnotations } from '#visits/numbers/annotations/listAnnotations.ts';
import { route } from '../../routing/route.ts';
import { renderAnnotation } from '../../views/numbersView.ts';

export const listAnnotationsRoute = route(operations.listAnnotations, async ({ app, caller }) => {
  const annotations = await listAnnotations(app.db, caller.project);
  return { status: 200, body: { annotations: annotations.map(renderAnnotation) } };
});
