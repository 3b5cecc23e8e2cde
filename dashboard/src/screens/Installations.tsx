import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useProjectId } from '../api/project.ts';
import { Card } from '../parts/Card.tsx';
import { Page } from '../parts/Page.tsx';
import { Empty } from '../parts/states.tsx';
import { InstallationReceipt } from './InstallationReceipt.tsx';

/** One installation: how it was matched to a click, or why not; and its end. */
export function Installations() {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { id } = useSearch({ from: '/signedIn/p/$projectId/installations' });
  const [text, setText] = useState(id ?? '');
  return (
    <Page
      title="Installations"
      about="How the first open of an app was matched to a click, signal by signal, and why not when it was not."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({
            to: '/p/$projectId/installations',
            params: { projectId },
            search: text.trim() === '' ? {} : { id: text.trim() },
          });
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Installation id"
            description="The app’s own id of the installation, or the id Fairlead answered."
            type="search"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoCapitalize="none"
            spellCheck={false}
            style={{ flex: '1 1 16rem', maxWidth: 480 }}
          />
          <Button type="submit" leftSection={<Search size={16} />}>
            Look it up
          </Button>
        </Group>
      </form>
      {id === undefined ? (
        <Card>
          <Empty title="Which installation?">
            Debug builds of your app can print their installation id. Look it up here to see what
            was tried.
          </Empty>
        </Card>
      ) : (
        <InstallationReceipt key={id} installationId={id} />
      )}
    </Page>
  );
}
