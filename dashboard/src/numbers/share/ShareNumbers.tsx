import { getWeeklyMail, setWeeklyMail } from '@fairlead/contract/operations/dashboard/numbers';
import {
  createNumberShare,
  deleteNumberShare,
  listNumberShares,
  type NumberShare,
} from '@fairlead/contract/operations/dashboard/shares';
import { LIMITS } from '@fairlead/contract/limits';
import {
  Button,
  Checkbox,
  Group,
  Modal,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useRights } from '../../api/project.ts';
import { ask, foresee, useWrite } from '../../api/queries.ts';
import { CopyField } from '../../parts/Copy.tsx';
import { HistoryIconButton } from '../../parts/history/History.tsx';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import type { Subject } from '../askNumbers.ts';
import { factTexts } from '../facts.ts';
import type { Facts } from '../factsOfUrl.ts';

interface ShareNumbersProps {
  readonly subject: Subject;
  /** Only clicks with these are shown now. */
  readonly facts: Facts;
}

/** Numbers for people without an account, and by email. */
export function ShareNumbers({ subject, facts }: ShareNumbersProps) {
  const [opened, { open, close }] = useDisclosure();
  const { admin } = useRights();
  const { projectId, linkId } = subject;
  return (
    <>
      <Button variant="default" leftSection={<Share2 size={16} />} onClick={open}>
        Share…
      </Button>
      <Modal opened={opened} onClose={close} centered size="lg" title="Share these numbers">
        <Stack gap="lg">
          {admin ? (
            <>
              <NewShare subject={subject} facts={facts} />
              <Shares projectId={projectId} linkId={linkId} />
            </>
          ) : (
            <Text size="sm">Pages for others are made by admins and the owner of the project.</Text>
          )}
          {linkId === undefined && <WeeklyMail projectId={projectId} />}
        </Stack>
      </Modal>
    </>
  );
}

function NewShare({ subject: { projectId, linkId }, facts }: ShareNumbersProps) {
  const form = useForm({
    initialValues: { name: '', showsEvents: false, showsNotes: false, password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Say whom or what it is for' : null),
      password: (text) =>
        text === '' || text.length >= 8 ? null : 'Use at least 8 characters, or none',
    },
  });
  const create = useWrite(createNumberShare, {
    quiet: true,
    changes: [listNumberShares],
    done: 'Page made. Copy its address below.',
    onDone: () => form.reset(),
  });
  const only = factTexts(facts);
  return (
    <Form
      form={form}
      error={create.error}
      onSend={({ name, showsEvents, showsNotes, password }) =>
        create.mutate({
          params: { projectId },
          body: {
            name,
            facts,
            showsEvents,
            ...(showsNotes && { showsNotes }),
            ...(linkId !== undefined && { linkId }),
            ...(password !== '' && { password }),
          },
        })
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          Whoever has the address reads the numbers of{' '}
          {linkId === undefined ? 'this project' : 'this link'}, without an account, and can change
          nothing. Countries, campaigns and other entries with fewer than {LIMITS.fewestShared}{' '}
          clicks are not listed, so that nobody can be made out.
          {only.length > 0 && ` Only clicks with ${only.join(', ')}.`}
        </Text>
        <TextInput
          label="Title of the page"
          description="Its readers see it."
          placeholder="Autumn campaign"
          maxLength={LIMITS.nameLength}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox
          label="Events and revenue too"
          description={
            facts.source === undefined
              ? `What people brought by the links did and spent. Figures of fewer than ${LIMITS.fewestShared} people are hidden.`
              : 'Not together with a filter by source: events are not known by it.'
          }
          disabled={facts.source !== undefined}
          {...form.getInputProps('showsEvents', { type: 'checkbox' })}
        />
        {linkId === undefined && (
          <Checkbox
            label="Notes on days too"
            description="What your team has noted, without who wrote it."
            {...form.getInputProps('showsNotes', { type: 'checkbox' })}
          />
        )}
        <PasswordInput
          label="Password, if wanted"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Submit write={create}>Create page</Submit>
      </Stack>
    </Form>
  );
}

function Shares({
  projectId,
  linkId = null,
}: {
  readonly projectId: string;
  readonly linkId?: string | null | undefined;
}) {
  const shares = useQuery(ask(listNumberShares, { params: { projectId } }));
  const end = useWrite(deleteNumberShare, { changes: [listNumberShares], done: 'Page ended.' });
  return (
    <Loaded query={shares} waiting={<Waiting rows={2} height={40} />}>
      {(data) => (
        <Stack gap="sm" component="ul" className="plain-list" aria-label="Shared pages">
          {data.shares
            .filter((share) => share.linkId === linkId)
            .map((share) => (
              <Share
                key={share.id}
                share={share}
                onEnd={() => end.mutate({ params: { projectId, shareId: share.id } })}
              />
            ))}
        </Stack>
      )}
    </Loaded>
  );
}

function Share({
  share: { id, name, url, showsEvents, showsNotes, hasPassword, facts },
  onEnd,
}: {
  readonly share: NumberShare;
  readonly onEnd: () => void;
}) {
  const only = factTexts(facts);
  const about = [
    ...only,
    ...(showsEvents ? ['with events and revenue'] : []),
    ...(showsNotes ? ['with notes'] : []),
    ...(hasPassword ? ['with a password'] : []),
  ].join(' · ');
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600} className="break">
            {name}
          </Text>
          {about !== '' && (
            <Text size="xs" c="dimmed">
              {about}
            </Text>
          )}
          <CopyField value={url} label={`the address of ${name}`} />
        </div>
        <HistoryIconButton target={{ kind: 'numbers', id, name }} />
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          style={{ flexShrink: 0 }}
          aria-label={`End the page ${name}`}
          onClick={() =>
            confirm({
              title: `End the page ${name}?`,
              text: 'Its address leads nowhere from then on.',
              yes: 'End the page',
              onYes: onEnd,
            })
          }
        >
          End
        </Button>
      </Group>
    </li>
  );
}

function WeeklyMail({ projectId }: { readonly projectId: string }) {
  const params = { projectId };
  const { data } = useQuery(ask(getWeeklyMail, { params }));
  const set = useWrite(setWeeklyMail, {
    changes: [getWeeklyMail],
    foresees: foresee(getWeeklyMail, (_, { body }) => body),
    done: ({ on }) => (on ? 'You get the numbers every Monday.' : 'No more mails every Monday.'),
  });
  return (
    <Switch
      label="Email me the numbers of each week"
      description="On Monday morning, by the time zone of the project."
      disabled={data === undefined}
      checked={set.isPending ? set.variables.body.on : (data?.on ?? false)}
      onChange={({ currentTarget }) => set.mutate({ params, body: { on: currentTarget.checked } })}
    />
  );
}
