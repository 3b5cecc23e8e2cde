import { operations } from '@fairlead/contract';
import { Problem } from '../../lib/Problem.ts';
import { startSession as start } from '../../sessions/startSession.ts';
import { demandsInstallation, installationRequired } from '../installationContext.ts';
import { examineMetadata, holdMetadata } from '../installationFacts.ts';
import { route } from '../route.ts';

export const startSession = route(
  operations.startSession,
  async (call) => {
    const { app, request, caller, token, body } = call;
    const facts = holdMetadata(app, request, body);
    const session = await start(app.db, caller.project, facts, new Date());
    if (session) return { status: 201, body: { success: true, sessionId: session.id } };
    if (!token && demandsInstallation(app, request, caller.project)) throw installationRequired();
    throw new Problem(
      'NOT_FOUND',
      `Installation "${body.installationId}" not found; track it first`,
    );
  },
  examineMetadata,
);
