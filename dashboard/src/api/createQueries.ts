import { QueryClient } from '@tanstack/react-query';
import { CallError } from './CallError.ts';

/** Reads are cached for a while and retried only if that can help. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
    },
  });
}

function isPassing(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500;
}
