import { readSharedNumbers } from '@fairlead/contract/operations/dashboard/shares';
import { Button, Container, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call, type BodyFor } from '../../api/call.ts';
import { CallError, messageOf } from '../../api/CallError.ts';
import { AnalyticsView } from '../../numbers/AnalyticsView.tsx';
import { factTexts } from '../../numbers/facts.ts';
import { FACTS } from '../../numbers/factsOfUrl.ts';
import { NoteList } from '../../numbers/notes/Notes.tsx';
import { NumberTiles } from '../../numbers/NumberTiles.tsx';
import { queryOf, queryOfComparison } from '../../numbers/numbersWindow.ts';
import { useNumbersWindow } from '../../numbers/useNumbersWindow.ts';
import { WindowChoice } from '../../numbers/WindowChoice.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Logo } from '../../parts/Logo.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { SharedEvents } from './SharedEvents.tsx';

type Shared = BodyFor<typeof readSharedNumbers>;

/** Numbers that somebody has shared, for whoever has the address. */
export function SharedNumbers() {
  const { token } = useParams({ from: '/shared/$token' });
  const [window] = useNumbersWindow();
  const [password, setPassword] = useState<string>();
  const secret = password === undefined ? {} : { password };
  const numbers = useQuery({
    queryKey: [readSharedNumbers.id, token, password, window],
    queryFn: () =>
      call(readSharedNumbers, { body: { token, ...secret, ...queryOf(withoutFacts(window)) } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data, error } = numbers;
  const query = data && window.compare && queryOfComparison(data.numbers, window.compare);
  const before = useQuery({
    queryKey: [readSharedNumbers.id, token, password, query],
    queryFn: () => call(readSharedNumbers, { body: { token, ...secret, ...query } }),
    enabled: query !== undefined,
    retry: false,
  });
  if (error instanceof CallError && error.status === 403) {
    return <AskPassword error={error} isFirst={password === undefined} onSend={setPassword} />;
  }
  if (error) {
    return (
      <PublicPage title="Shared numbers">
        <Failure error={error} retry={numbers.refetch} />
      </PublicPage>
    );
  }
  if (data === undefined) return <Waiting rows={3} height={180} />;
  return (
    <Numbers
      shared={data}
      before={query && before.data?.numbers}
      events={data.showsEvents && <SharedEvents token={token} password={password} />}
    />
  );
}

/** Which clicks are shown is not for the reader to choose. */
function withoutFacts(window: ReturnType<typeof useNumbersWindow>[0]) {
  const rest = Object.entries(window).filter(([name]) => !FACTS.some((fact) => fact === name));
  return Object.fromEntries(rest) as typeof window;
}

interface AskPasswordProps {
  readonly error: CallError;
  readonly isFirst: boolean;
  readonly onSend: (password: string) => void;
}

function AskPassword({ error, isFirst, onSend }: AskPasswordProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? 'Type the password' : null) },
  });
  return (
    <PublicPage title="Shared numbers" about="This page has a password.">
      <Form form={form} error={null} onSend={({ password }) => onSend(password)}>
        <Stack>
          <PasswordInput
            label="Password"
            autoComplete="off"
            {...form.getInputProps('password')}
            error={form.errors['password'] ?? (isFirst ? undefined : messageOf(error))}
            data-autofocus
          />
          <Button type="submit">Show the numbers</Button>
        </Stack>
      </Form>
    </PublicPage>
  );
}

interface NumbersProps {
  readonly shared: Shared;
  readonly before: Shared['numbers'] | undefined;
  readonly events: ReactNode;
}

function Numbers({
  shared: { name, project, link, facts, numbers, annotations },
  before,
  events,
}: NumbersProps) {
  useDocumentTitle(`${name} · ${project}`);
  const [window, choose] = useNumbersWindow();
  const only = factTexts(facts);
  const { totals } = numbers;
  const tile = (label: string, field: 'clicks' | 'uniqueVisitors' | 'opens' | 'installs') => ({
    label,
    value: totals[field],
    before: before?.totals[field],
  });
  return (
    <Container component="main" size="lg" py="lg">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={1}>{name}</Title>
            <Text c="dimmed" size="sm">
              {[project, ...(link === null ? [] : [link]), ...only].join(' · ')}
            </Text>
          </div>
          <WindowChoice value={window} onChange={choose} />
        </Group>
        <NumberTiles
          tiles={[
            tile('Clicks', 'clicks'),
            tile('Visitors', 'uniqueVisitors'),
            tile('App opens', 'opens'),
            tile('Installs', 'installs'),
          ]}
        />
        <AnalyticsView
          data={numbers}
          before={before}
          annotations={annotations}
          notes={<NoteList data={numbers} annotations={annotations} />}
        />
        {events}
        <Group justify="center">
          <Logo />
        </Group>
      </Stack>
    </Container>
  );
}
