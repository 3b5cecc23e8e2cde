import type { Finding } from '@fairlead/contract/finding';
import type { BootstrapRequest } from '@fairlead/contract/installationResources';
import type { App } from '../../../App.ts';
import type { InstallationFacts } from '#apps/installations/writeInstallations.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkFreeForm } from '#links/link/checkFreeForm.ts';
import { describeClient, isSdkClient } from '../../routing/client.ts';
import { readAppBuild } from '../../server/headers/readAppBuild.ts';

/** What a track or bootstrap reports about its installation, with the reporting client. */
export function readFacts({
  app,
  request,
  body,
}: {
  app: App;
  request: RequestFacts;
  body: BootstrapRequest;
}): InstallationFacts {
  const { persistentDeviceId, ...facts } = holdMetadata(app, request, body);
  const appBuild = facts.appBuild || readAppBuild(request, app.config);
  return {
    ...facts,
    ...(appBuild && { appBuild }),
    // An empty one names no device; otherwise all phones that send it would be reinstalls of each other.
    ...(persistentDeviceId ? { persistentDeviceId } : {}),
    client: describeClient(request, app.config, body.metadata),
  };
}

type Metadata = Readonly<Record<string, unknown>>;

/**
 * A body whose free-form object has passed Rule: bodies: VALIDATION_ERROR for what cannot be stored. For an SDK, the
 * object is omitted instead, like its other telemetry: its app would not start otherwise.
 */
export function holdMetadata<Body extends { readonly metadata?: Metadata }>(
  app: App,
  request: RequestFacts,
  body: Body,
): Body | Omit<Body, 'metadata'> {
  const findings = checkFreeForm('metadata', body.metadata);
  if (findings.length === 0) return body;
  if (!isSdkClient(request, app.config)) throw new Problem('VALIDATION_ERROR', findings);
  const { metadata: _sent, ...rest } = body;
  return rest;
}

/** What `holdMetadata` would find in a body that does not fit its schema anyway. */
export function examineMetadata({
  app,
  request,
  body,
}: {
  app: App;
  request: RequestFacts;
  body: { readonly metadata?: unknown };
}): Finding[] {
  return isSdkClient(request, app.config) ? [] : checkFreeForm('metadata', body.metadata);
}
