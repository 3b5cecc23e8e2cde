import type { CallInput } from '@fairlead/contract/client';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type BodyFor } from './call.ts';
import { messageOf } from './CallError.ts';

/** A read, cached under the operation's id and its input. */
export function ask<O extends OperationDeclaration>(operation: O, input: CallInput<O>) {
  return queryOptions({
    queryKey: [operation.id, input] as const,
    queryFn: () => call(operation, input),
  });
}

/** What a read will answer once a write is done. */
export interface Foresight<I> {
  readonly read: OperationDeclaration;
  readonly apply: (body: unknown, input: I) => unknown;
}

/** Shows a write in a read at once, before the server answers; if it fails, the read is as it was. */
export const foresee = <R extends OperationDeclaration, I>(
  read: R,
  apply: (body: BodyFor<R>, input: I) => BodyFor<R>,
): Foresight<I> => ({ read, apply: (body, input) => apply(body as BodyFor<R>, input) });

interface WriteOptions<O extends OperationDeclaration> {
  /** Message when it is done; none if the screen shows the result by itself. */
  readonly done?: string | ((body: BodyFor<O>) => string | undefined);
  /** Reads that are out of date afterwards. */
  readonly changes?: readonly OperationDeclaration[];
  readonly onDone?: (body: BodyFor<O>) => unknown;
  readonly foresees?: Foresight<CallInput<O>>;
  /** Errors are shown beside the form instead of in a notification. */
  readonly quiet?: boolean;
}

/** A write: reports the result and refreshes what it changed. */
export function useWrite<O extends OperationDeclaration>(
  operation: O,
  { done, changes = [], onDone, foresees, quiet = false }: WriteOptions<O> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: [operation.id],
    mutationFn: (input: CallInput<O>) => call(operation, input),
    onMutate: async (input) => {
      if (!foresees) return [];
      const queryKey = [foresees.read.id];
      // An answer that is under way does not know of it.
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueriesData({ queryKey });
      for (const [key, body] of before) {
        if (body !== undefined) queries.setQueryData(key, foresees.apply(body, input));
      }
      return before;
    },
    onSuccess: async (body) => {
      const message = typeof done === 'function' ? done(body) : done;
      if (message !== undefined) notifications.show({ message });
      // First, because it may leave the screen of something that is gone now, or store a new token.
      await onDone?.(body);
      await Promise.all(
        changes.map((changed) => queries.invalidateQueries({ queryKey: [changed.id] })),
      );
    },
    onError: (error, _input, before = []) => {
      for (const [queryKey, body] of before) queries.setQueryData(queryKey, body);
      if (!quiet)
        notifications.show({
          color: 'red',
          title: 'Something went wrong',
          message: messageOf(error),
        });
    },
  });
}
