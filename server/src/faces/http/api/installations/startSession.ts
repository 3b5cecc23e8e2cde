import { operations } from '@fairlead/contract';
import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import { startSession } from '#apps/sessions/startSession.ts';
import { demandsInstallation, installationRequired } from '../../access/installationContext.ts';
import { examineMetadata, holdMetadata } from './installationFacts.ts';
import { route } from '../../routing/route.ts';

export const startSessionRoute = route(
  operations.startSession,
  async ({ app, request, caller, token, body }) => {
    const { project } = caller;
    const required = !token && demandsInstallation(app, request, project);
    const facts = holdMetadata(app, request, body ?? {});
    const installationId = facts.installationId ?? token?.installation.id;
    if (installationId === undefined) {
      if (required) throw installationRequired();
      const message = 'installationId is required where no X-Installation-Token is sent';
      throw new Problem('VALIDATION_ERROR', finding('installationId', 'required', message));
    }
    const session = await startSession(app, project, { ...facts, installationId }, new Date());
    if (session) return { status: 201, body: { success: true, sessionId: session.id } };
    if (required) throw installationRequired();
    throw new Problem('NOT_FOUND', `Installation "${installationId}" not found; track it first`);
  },
  examineMetadata,
);
