import { operations } from '@fairlead/contract';
import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { createNumberShare } from '#visits/numbers/shares/writeNumberShare.ts';
import { route } from '../../routing/route.ts';
import { renderNumberShare } from '../../views/numbersView.ts';

export const createNumberShareRoute = route(
  operations.createNumberShare,
  async ({
    app,
    caller,
    body: { name, linkId = null, facts = {}, showsEvents = false, showsNotes = false, password },
  }) => {
    if (showsEvents && facts.source !== undefined) {
      const message = 'facts.source must be left out with showsEvents: events are not known by it';
      throw new Problem('VALIDATION_ERROR', finding('/facts/source', 'not_allowed', message));
    }
    if (showsNotes && linkId !== null) {
      const message = 'showsNotes must be left out with linkId: notes are about the whole project';
      throw new Problem('VALIDATION_ERROR', finding('/showsNotes', 'not_allowed', message));
    }
    const passwordHash =
      password === undefined ? null : await app.accounts.passwords.hash(password);
    const share = { name, linkId, facts, showsEvents, showsNotes, passwordHash };
    const made = await createNumberShare(app.db, caller.project, actorOf(caller.user), share);
    return { status: 201, body: renderNumberShare(app, made) };
  },
);
