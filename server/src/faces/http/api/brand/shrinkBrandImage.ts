import { operations } from '@fairlead/contract';
import { shrinkBrandImage } from '#teams/projects/brand/shrinkBrandImage.ts';
import { route } from '../../routing/route.ts';

export const shrinkBrandImageRoute = route(
  operations.shrinkBrandImage,
  async ({ app, query, body }) => ({
    status: 200,
    body: await shrinkBrandImage(app.images, body, query.use),
  }),
);
