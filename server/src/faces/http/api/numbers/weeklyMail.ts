import { operations } from '@fairlead/contract';
import { getWeeklyMail, setWeeklyMail } from '#visits/numbers/weekly/setWeeklyMail.ts';
import { route } from '../../routing/route.ts';

export const getWeeklyMailRoute = route(operations.getWeeklyMail, async ({ app, caller }) => ({
  status: 200,
  body: { on: await getWeeklyMail(app.db, caller.project, caller.user) },
}));

export const setWeeklyMailRoute = route(
  operations.setWeeklyMail,
  async ({ app, caller, body: { on } }) => {
    await setWeeklyMail(app.db, caller.project, caller.user, on);
    return { status: 200, body: { on } };
  },
);
