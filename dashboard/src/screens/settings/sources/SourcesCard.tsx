import {
  deleteEventSource,
  type EventSource,
  listEventSources,
} from '@fairlead/contract/operations/dashboard/eventSources';
import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useProjectId } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { Card } from '../../../parts/Card.tsx';
import { CopyField } from '../../../parts/Copy.tsx';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { When } from '../../../parts/When.tsx';
import { SourceForm } from './SourceForm.tsx';
import { KIND_LABELS } from './sourceValues.ts';

/** The services that send events to the project, for those who may change it. */
export function SourcesCard() {
  const sources = useQuery(ask(listEventSources, { params: { projectId: useProjectId() } }));
  const [adding, { open, close }] = useDisclosure(false);
  return (
    <Card
      title="Event sources"
      about="Stores and payment providers that say what was bought, renewed and given back. Paste the URL of a source where the service asks for one."
      actions={
        <Button variant="default" leftSection={<Plus size={16} />} onClick={open}>
          New source
        </Button>
      }
    >
      <Loaded query={sources} waiting={<Waiting rows={1} height={80} />}>
        {({ sources: list }) =>
          list.length === 0 ? (
            <Text size="sm" c="dimmed">
              No sources yet.
            </Text>
          ) : (
            <Stack gap={0}>
              {list.map((source) => (
                <SourceRow key={source.id} source={source} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Modal opened={adding} onClose={close} title="New source" centered>
        <SourceForm onClose={close} />
      </Modal>
    </Card>
  );
}

function SourceRow({ source }: { readonly source: EventSource }) {
  const { name, kind, url, testOnly, lastReceivedAt, lastProblem } = source;
  return (
    <Stack gap={4} py="sm" className="row">
      <Group gap="xs">
        <Text fw={600} className="break">
          {name}
        </Text>
        <Badge variant="light" color="gray">
          {KIND_LABELS[kind]}
        </Badge>
        {testOnly && (
          <Badge variant="light" color="yellow">
            Tests
          </Badge>
        )}
      </Group>
      <CopyField value={url} label="URL" />
      <Text size="sm" c="dimmed" component="div">
        {lastReceivedAt === null ? (
          'Nothing received yet'
        ) : (
          <>
            {'Last received '}
            <When at={lastReceivedAt} />
          </>
        )}
      </Text>
      {lastProblem !== null && (
        <Text size="sm" c="red" component="div" className="break">
          {'Last problem '}
          <When at={lastProblem.at} />
          {`: ${lastProblem.message}`}
        </Text>
      )}
      <SourceActions source={source} />
    </Stack>
  );
}

function SourceActions({ source }: { readonly source: EventSource }) {
  const { id, name } = source;
  const params = { projectId: useProjectId(), sourceId: id };
  const [editing, { open, close }] = useDisclosure(false);
  const remove = useWrite(deleteEventSource, {
    changes: [listEventSources],
    done: `Source ${name} deleted.`,
  });
  const askRemove = () =>
    confirm({
      title: `Delete the source ${name}?`,
      text: 'What the service sends from now on is refused. Events that it has sent stay.',
      yes: 'Delete source',
      onYes: () => remove.mutate({ params }),
    });
  return (
    <Group gap="xs" mt={4}>
      <Button size="xs" variant="default" onClick={open} aria-label={`Edit the source ${name}`}>
        Edit
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={askRemove}
        aria-label={`Delete the source ${name}`}
      >
        Delete
      </Button>
      <Modal opened={editing} onClose={close} title={name} centered>
        <SourceForm source={source} onClose={close} />
      </Modal>
    </Group>
  );
}
