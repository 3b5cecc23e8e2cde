import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { NO_BRAND } from '#teams/projects/brand/Brand.ts';
import { checkBrand, setBrand } from '#teams/projects/brand/setBrand.ts';
import { serverNames } from './serverNames.ts';
import { route } from '../../routing/route.ts';

export const setBrandRoute = route(
  operations.setBrand,
  async ({ app, caller: { project, user }, body }) => {
    const changed = await setBrand(app.db, project, actorOf(user), body, serverNames(app));
    return { status: 200, body: changed.brand ?? NO_BRAND };
  },
  ({ app, body }) => checkBrand(body, serverNames(app)),
);
