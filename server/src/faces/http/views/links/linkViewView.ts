import type { LinkView as LinkViewBody } from '@fairlead/contract/operations/dashboard/linkViews';
import type { LinkView } from '#links/finding/views/LinkView.ts';

export function renderLinkView({ userId, createdAt, columns, ...view }: LinkView): LinkViewBody {
  return {
    ...view,
    team: userId === null,
    columns: [...columns],
    createdAt: createdAt.toISOString(),
  };
}
