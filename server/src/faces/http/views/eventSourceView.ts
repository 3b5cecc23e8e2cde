import type { EventSource as EventSourceBody } from '@fairlead/contract/operations/dashboard/eventSources';
import type { EventSource } from '#apps/sources/EventSource.ts';
import type { App } from '../../App.ts';

export function renderEventSource(
  { config }: Pick<App, 'config'>,
  { createdAt, lastReceivedAt, lastProblem, ...source }: EventSource,
): EventSourceBody {
  return {
    ...source,
    settings: { ...source.settings },
    url: new URL(`/api/v1/sources/${source.id}`, config.publicUrl).href,
    createdAt: createdAt.toISOString(),
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
    lastProblem: lastProblem && { ...lastProblem, at: lastProblem.at.toISOString() },
  };
}
