import { operations } from '@fairlead/contract';
import { finding } from '@fairlead/contract/finding';
import { findInstallation } from '#apps/installations/findInstallation.ts';
import { setCustomer } from '#apps/installations/setCustomer.ts';
import { checkProof } from '#teams/projects/identity/checkProof.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';

export const identifyRoute = route(operations.identify, async ({ app, caller, token, body }) => {
  const { project, key } = caller;
  const { installationId = token?.installation.id, customerId, proof } = body;
  // Anyone can read a publishable key: what is said with it is an installation's word on itself.
  const onlyOwn = key.class !== 'secret';
  if (onlyOwn && !token) throw notOwn();
  if (installationId === undefined) {
    const message = 'installationId is required where no X-Installation-Token is sent';
    throw new Problem('VALIDATION_ERROR', finding('installationId', 'required', message));
  }
  const installation = await findInstallation(app.db, project, installationId);
  if (onlyOwn && installation?.id !== token?.installation.id) throw notOwn();
  if (!installation) throw notFound(installationId);
  // To be nobody's any more needs no proof.
  const proved =
    onlyOwn && customerId !== null && (await checkProof(app.accounts, project, customerId, proof));
  const saidBy = onlyOwn ? 'app' : 'server';
  if (!(await setCustomer(app.db, installation, customerId, { saidBy, proved })))
    throw notFound(installationId);
  return { status: 200, body: { success: true } };
});

function notFound(installationId: string): Problem {
  return new Problem('NOT_FOUND', `Installation "${installationId}" not found; track it first`);
}

function notOwn(): Problem {
  return new Problem(
    'FORBIDDEN',
    'With a publishable key, an installation identifies only itself: send its X-Installation-Token, and no other installationId; servers use a secret key',
  );
}
