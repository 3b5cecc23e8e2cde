import { createAppKey, listAppKeys } from '@fairlead/contract/operations/dashboard/appKeys';
import { listProjects } from '@fairlead/contract/operations/dashboard/projects';
import { sealFor } from '@fairlead/contract/sealedKey';
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Page } from '../../parts/Page.tsx';
import { FormError, Loaded, Waiting } from '../../parts/states.tsx';

/** What a command line says about itself in the URL. */
export interface Terminal {
  readonly port: string;
  readonly state: string;
  readonly key: string;
  readonly name: string;
}

/** Undefined if the URL is incomplete; the port must be one that ordinary programs may use. */
export function readTerminal(search: Record<string, unknown>): Terminal | undefined {
  const [port, state, key, name] = ['port', 'state', 'key', 'name'].map((field) => {
    const value = search[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
  if (!port || !state || !key) return undefined;
  if (!/^\d{4,5}$/.test(port) || Number(port) < 1024 || Number(port) > 65_535) return undefined;
  return { port, state, key, name: (name || 'unknown machine').slice(0, 60) };
}

/** A command line asks to be signed in: the person chooses a project, and a key for it is handed over. */
export function Connect() {
  const terminal = useSearch({ from: '/signedIn/connect', select: readTerminal });
  return (
    <Page narrow title="Sign in to the command line">
      {terminal === undefined && (
        <Alert color="red" role="alert">
          This address is incomplete. Run “fairlead login --browser” again.
        </Alert>
      )}
      {terminal !== undefined && !window.isSecureContext && (
        <Alert color="red" role="alert">
          This works over HTTPS only. Create a secret key under API keys and run “fairlead login
          --key -” instead.
        </Alert>
      )}
      {terminal !== undefined && window.isSecureContext && <Approval terminal={terminal} />}
    </Page>
  );
}

function Approval({ terminal }: { readonly terminal: Terminal }) {
  const projects = useQuery(ask(listProjects, {}));
  return (
    <Loaded query={projects} waiting={<Waiting rows={1} height={200} />}>
      {({ projects: all }) => {
        const mine = all.filter(({ role }) => role !== 'viewer');
        return mine.length === 0 ? (
          <Alert color="yellow" role="alert">
            You are an admin of no project, and only admins can create keys.
          </Alert>
        ) : (
          <ChooseProject terminal={terminal} projects={mine} />
        );
      }}
    </Loaded>
  );
}

interface ChooseProjectProps {
  readonly terminal: Terminal;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

function ChooseProject({ terminal, projects }: ChooseProjectProps) {
  const { name, key, state } = terminal;
  const [projectId, setProjectId] = useState(projects[0]?.id ?? '');
  const [failure, setFailure] = useState<unknown>();
  const create = useWrite(createAppKey, {
    quiet: true,
    changes: [listAppKeys],
    onDone: async ({ text }) => {
      try {
        const sealed = await sealFor(key, JSON.stringify({ key: text, projectId }), state);
        leave(terminal, { sealed });
      } catch {
        setFailure(new Error('The command line cannot be answered. Run the command again.'));
      }
    },
  });
  return (
    <Card>
      <Stack maw={480}>
        <Text className="break">
          {`“fairlead login” on ${name} asks for access to a project. If you did not run it, decline.`}
        </Text>
        <Select
          label="Project"
          data={projects.map(({ id, name: label }) => ({ value: id, label }))}
          allowDeselect={false}
          value={projectId}
          onChange={(id) => setProjectId(id ?? '')}
        />
        <Text size="sm" c="dimmed" className="break">
          {`A secret key named “fairlead on ${name}” is created. It can create, change and delete links of the project, and you can revoke it under API keys at any time.`}
        </Text>
        <FormError error={create.error ?? failure} />
        <Group>
          <Button
            loading={create.isPending || create.isSuccess}
            onClick={() =>
              create.mutate({
                params: { projectId },
                body: { name: `fairlead on ${name}`, class: 'secret' },
              })
            }
          >
            Allow
          </Button>
          <Button variant="default" onClick={() => leave(terminal, { error: 'declined' })}>
            Decline
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Back to the command line, which listens on this machine. */
function leave({ port, state }: Terminal, answer: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams({ state, ...answer });
  window.location.assign(`http://127.0.0.1:${port}/?${query.toString()}`);
}
