import { operations } from '@fairlead/contract';
import { answerManagedLink } from './answerManagedLink.ts';
import { getCallersLink } from './getCallersLink.ts';
import { route } from '../../../routing/route.ts';

export const getLinkByIdRoute = route(operations.getLinkById, async ({ app, caller, params }) =>
  answerManagedLink(app, await getCallersLink(app, caller, params.id)),
);
