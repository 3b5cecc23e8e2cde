import { operations } from '@fairlead/contract';
import { Problem } from '../../../lib/Problem.ts';
import { startSession } from '../../../sessions/startSession.ts';
import { demandsInstallation, installationRequired } from '../../access/installationContext.ts';
import { examineMetadata, holdMetadata } from './installationFacts.ts';
import { route } from '../../routing/route.ts';

export const startSessionRoute = route(
  operations.startSession,
  async (call) => {
    const { app, request, caller, token, body } = call;
    const facts = holdMetadata(app, request, body);
    const session = await startSession(app.db, caller.project, facts, new Date());
    if (session) return { status: 201, body: { success: true, sessionId: session.id } };
    if (!token && demandsInstallation(app, request, caller.project)) throw installationRequired();
    throw new Problem(
      'NOT_FOUND',
      `Installation "${body.installationId}" not found; track it first`,
    );
  },
  examineMetadata,
);
