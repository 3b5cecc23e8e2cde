import { QueryClient } from '@tanstack/react-query';
import { CallError } from './CallError.ts';

/**
 * Reads are cached for a while and retried only if that can help. Without a connection everything fails at once and says
 * so: a change that waited for the network would be made when no one expects it any more.
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && navigator.onLine && isPassing(error),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function isPassing(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500;
}
