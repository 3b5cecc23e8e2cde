import type { BootstrapRequest } from '@fairlead/contract/installationResources';
import type { App } from '../app.ts';
import type { InstallationFacts } from '../installations/writeInstallation.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import { Problem } from '../lib/Problem.ts';
import { checkFreeForm } from '../links/checkNewLink.ts';
import { describeClient } from './client.ts';

/** What a track or bootstrap says of its installation, with the client that said it. */
export function readFacts({
  app,
  request,
  body,
}: {
  app: App;
  request: RequestFacts;
  body: BootstrapRequest;
}): InstallationFacts {
  checkMetadata(body.metadata);
  const { persistentDeviceId, ...facts } = body;
  return {
    ...facts,
    // An empty one names no device, or all who send it would be reinstallations of each other.
    ...(persistentDeviceId ? { persistentDeviceId } : {}),
    client: describeClient(request, app.config, body.metadata),
  };
}

/** VALIDATION_ERROR for what DECISIONS 5 forbids in a free-form object. */
export function checkMetadata(metadata: Record<string, unknown> | undefined): void {
  const findings = checkFreeForm('metadata', metadata);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
}
