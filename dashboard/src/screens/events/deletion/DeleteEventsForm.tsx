import type { EventSaidBy } from '@fairlead/contract/eventResources';
import { listEventSources } from '@fairlead/contract/operations/dashboard/eventSources';
import {
  getCohorts,
  getEventNumbers,
  getEventReceipt,
  getFunnel,
} from '@fairlead/contract/operations/eventNumbers';
import {
  type DeletedEvents,
  deleteEvents,
  getLinkEvents,
  undeleteEvents,
} from '@fairlead/contract/operations/events';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useProjectId } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { absoluteTime, counted } from '../../../parts/format.ts';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { SPEAKER_CHOICES, SPEAKERS } from '../eventsSearch.ts';
import { moneyText } from '../money.ts';
import { useEventNames } from '../useEventNames.ts';

/** The period of the page, and what it shows only. */
export interface DeletionScope {
  readonly from: string;
  readonly to: string;
  readonly name: string | undefined;
  readonly saidBy: EventSaidBy | undefined;
}

const CHANGES = [getEventNumbers, getEventReceipt, getCohorts, getFunnel, getLinkEvents];

/** Which events of the period go, what that is, and the way back. */
export function DeleteEventsForm({
  from,
  to,
  onClose,
  ...initial
}: DeletionScope & { readonly onClose: () => void }) {
  const query = { projectId: useProjectId() };
  const { data: { sources } = { sources: [] } } = useQuery(
    ask(listEventSources, { params: query }),
  );
  const [source, setSource] = useState<string | null>(null);
  const [name, setName] = useState(initial.name ?? null);
  const [saidBy, setSaidBy] = useState(initial.saidBy ?? null);
  const [deleted, setDeleted] = useState<DeletedEvents>();
  const names = useEventNames(name === null ? [] : [name]) ?? [];
  const only = {
    ...(name !== null && { name }),
    ...(saidBy !== null && { saidBy }),
    ...(source !== null && { source }),
  };
  const selection = { from, to, ...only };
  const preview = useQuery({
    queryKey: [deleteEvents.id, query, selection],
    queryFn: () => call(deleteEvents, { query, body: { ...selection, dryRun: true } }),
    placeholderData: keepPreviousData,
    enabled: deleted === undefined,
  });
  const remove = useWrite(deleteEvents, { changes: CHANGES, onDone: setDeleted });
  const undo = useWrite(undeleteEvents, {
    done: 'The events count again.',
    changes: CHANGES,
    onDone: onClose,
  });
  if (deleted !== undefined) {
    return (
      <Stack>
        {deleted.undoUntil !== null && (
          <Text>
            Deleted. Until {absoluteTime(deleted.undoUntil)} you can undo it, here or with fairlead
            events undelete and this id:
          </Text>
        )}
        <Text ff="monospace" className="break">
          {deleted.deletionId}
        </Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ query, body: { deletionId: deleted.deletionId ?? '' } })}
          >
            Undo
          </Button>
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Events from {absoluteTime(from)} to {absoluteTime(to)}, of all links. For a day you can undo
        it. Events that arrive later stay.
      </Text>
      <Select
        label="Said by"
        placeholder="All"
        data={SPEAKER_CHOICES}
        value={saidBy}
        onChange={(value) => setSaidBy(value)}
        clearable
      />
      <Select
        label="Name"
        placeholder="All"
        data={[...names]}
        value={name}
        onChange={setName}
        searchable
        clearable
      />
      {sources.length > 0 && (
        <Select
          label="Event source"
          placeholder="All"
          data={sources.map(({ id, name: label }) => ({ value: id, label }))}
          value={source}
          onChange={setSource}
          clearable
        />
      )}
      <Loaded query={preview} waiting={<Waiting rows={1} height={60} />}>
        {(found) => (
          <>
            <Preview found={found} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                color="red"
                loading={remove.isPending}
                disabled={found.events + found.tests === 0 || preview.isPlaceholderData}
                onClick={() => remove.mutate({ query, body: { ...selection, dryRun: false } })}
              >
                Delete {counted(found.events + found.tests, 'event', 'events')}
              </Button>
            </Group>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Preview({ found: { events, tests, saidBy, revenue } }: { readonly found: DeletedEvents }) {
  const speakers = saidBy.map((each) => `${SPEAKERS[each.saidBy]}: ${each.events}`);
  return (
    <Stack gap={4} role="status">
      <Text fw={600}>
        {counted(events, 'event', 'events')}, {counted(tests, 'test event', 'test events')}
      </Text>
      {speakers.length > 0 && <Text size="sm">{speakers.join(' · ')}</Text>}
      <Text size="sm">Revenue: {moneyText(revenue)}</Text>
    </Stack>
  );
}
