import { operations } from '@fairlead/contract';
import { urlOf } from '#links/creating/images/linkImage.ts';
import { storeLinkImage } from '#links/creating/images/storeLinkImage.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const uploadLinkImageRoute = route(
  operations.uploadLinkImage,
  async ({ app, caller, body }) => {
    const { name, ...image } = await storeLinkImage(
      app,
      caller.project,
      actorOf(caller.user),
      body,
    );
    return { status: 201, body: { url: urlOf(app.config.publicUrl.origin, name), ...image } };
  },
);
