import type { BootstrapRequest } from '@fairlead/contract/installationResources';
import type { App } from '../app.ts';
import type { InstallationFacts } from '../installations/writeInstallation.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import { Problem } from '../lib/Problem.ts';
import { checkFreeForm } from '../links/checkNewLink.ts';
import { describeClient, isSdkClient } from './client.ts';

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
  const { persistentDeviceId, metadata: _sent, ...facts } = body;
  const metadata = readMetadata(app, request, body);
  return {
    ...facts,
    ...(metadata && { metadata }),
    // An empty one names no device, or all who send it would be reinstallations of each other.
    ...(persistentDeviceId ? { persistentDeviceId } : {}),
    client: describeClient(request, app.config, body.metadata),
  };
}

type Metadata = Readonly<Record<string, unknown>>;

/**
 * The free-form object, held to DECISIONS 5: VALIDATION_ERROR for what cannot be kept. An SDK's is left out
 * then, like its other telemetry: its app would not start.
 */
export function readMetadata(
  app: App,
  request: RequestFacts,
  { metadata }: { readonly metadata?: Metadata },
): Metadata | undefined {
  const findings = checkFreeForm('metadata', metadata);
  if (findings.length === 0) return metadata;
  if (isSdkClient(request, app.config)) return undefined;
  throw new Problem('VALIDATION_ERROR', findings);
}
