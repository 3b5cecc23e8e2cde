import {
  createAppKey,
  listAppKeys,
  revokeAppKey,
  rotateAppKey,
  type AppKeyInfo,
} from '@fairlead/contract/operations/dashboard/appKeys';
import {
  ActionIcon,
  Badge,
  Button,
  Code,
  Group,
  Menu,
  Modal,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Plus } from 'lucide-react';
import { useProjectId, useRights } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { HistoryIconButton, HistoryItem } from '../../parts/history/History.tsx';
import { Page } from '../../parts/Page.tsx';
import { showSecret } from '../../parts/dialogs/showSecret.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';

export function Keys() {
  const projectId = useProjectId();
  const { admin } = useRights();
  const [making, { open, close }] = useDisclosure(false);
  const keys = useQuery(ask(listAppKeys, { params: { projectId } }));
  const add = admin && (
    <Button leftSection={<Plus size={16} />} onClick={open}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about="Your apps and servers send a key with each request. A key is shown only once, when it is created."
      actions={add}
    >
      <Loaded query={keys}>
        {({ keys: list }) => (
          <Card>
            {list.length === 0 ? (
              <Empty title="No keys yet" action={add}>
                Create a publishable key for your app and a secret key for your server.
              </Empty>
            ) : (
              <Stack gap={0}>
                {list.map((key) => (
                  <KeyRow key={key.id} appKey={key} />
                ))}
              </Stack>
            )}
          </Card>
        )}
      </Loaded>
      <Modal opened={making} onClose={close} title="New key" centered>
        <NewKey projectId={projectId} onClose={close} />
      </Modal>
    </Page>
  );
}

function KeyRow({ appKey }: { readonly appKey: AppKeyInfo }) {
  const { admin } = useRights();
  return (
    <Group justify="space-between" py="sm" gap="sm" wrap="nowrap" className="row">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} className="break">
            {appKey.name}
          </Text>
          <Badge variant="light" color={appKey.class === 'secret' ? 'grape' : 'harbour'}>
            {appKey.class === 'secret' ? 'Secret' : 'Publishable'}
          </Badge>
          {appKey.state !== 'active' && (
            <Badge variant="light" color={appKey.state === 'ended' ? 'gray' : 'yellow'}>
              {appKey.state === 'ended' ? 'Revoked' : 'Expiring'}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" component="div" className="break">
          <Code>{`${appKey.prefix}…`}</Code>
          {' · created '}
          <When at={appKey.createdAt} />
          {appKey.expiresAt !== null && (
            <>
              {appKey.state === 'ended' ? ' · revoked ' : ' · expires '}
              <When at={appKey.expiresAt} />
            </>
          )}
        </Text>
      </div>
      {admin && appKey.state !== 'ended' && <KeyMenu appKey={appKey} />}
      {appKey.state === 'ended' && (
        <HistoryIconButton target={{ kind: 'key', id: appKey.id, name: appKey.name }} />
      )}
    </Group>
  );
}

function KeyMenu({ appKey }: { readonly appKey: AppKeyInfo }) {
  const params = { projectId: useProjectId(), keyId: appKey.id };
  const rotate = useWrite(rotateAppKey, {
    changes: [listAppKeys],
    onDone: ({ text }) => showSecret(`New key for ${appKey.name}`, text),
  });
  const revoke = useWrite(revokeAppKey, {
    changes: [listAppKeys],
    done: `Key ${appKey.name} revoked.`,
  });
  const askRotate = (graceHours: number, text: string) => () =>
    confirm({
      title: `Rotate the key ${appKey.name}?`,
      text,
      yes: 'Rotate key',
      harmless: graceHours > 0,
      onYes: () => rotate.mutate({ params, body: { graceHours } }),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`More for the key ${appKey.name}`}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {appKey.state === 'active' && (
          <>
            <Menu.Item
              onClick={askRotate(
                24,
                'You get a new key now. The old one keeps working for 24 hours.',
              )}
            >
              Rotate, keep the old key for 24 hours
            </Menu.Item>
            <Menu.Item
              onClick={askRotate(0, 'You get a new key now. The old one stops working at once.')}
            >
              Rotate now
            </Menu.Item>
          </>
        )}
        <HistoryItem target={{ kind: 'key', id: appKey.id, name: appKey.name }} />
        <Menu.Item
          color="red"
          onClick={() =>
            confirm({
              title: `Revoke the key ${appKey.name}?`,
              text: 'Apps and servers that use it are refused at once. This cannot be undone.',
              yes: 'Revoke key',
              onYes: () => revoke.mutate({ params }),
            })
          }
        >
          Revoke key
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function NewKey({
  projectId,
  onClose,
}: {
  readonly projectId: string;
  readonly onClose: () => void;
}) {
  const form = useForm<Pick<AppKeyInfo, 'name' | 'class'>>({
    initialValues: { name: '', class: 'publishable' },
  });
  const create = useWrite(createAppKey, {
    quiet: true,
    changes: [listAppKeys],
    onDone: ({ text }) => {
      onClose();
      showSecret(`Key ${form.getValues().name}`, text);
    },
  });
  return (
    <Form
      form={form}
      error={create.error}
      onSend={(body) => create.mutate({ params: { projectId }, body })}
    >
      <Stack>
        <TextInput
          label="Name"
          description="What uses it, such as “iOS app” or “Shop server”."
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label="Type" {...form.getInputProps('class')}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="publishable"
              label="Publishable"
              description="For apps: opens and creates links, reports installs and sessions."
            />
            <Radio
              value="secret"
              label="Secret"
              description="For servers: also changes, deletes and lists links. Never ship it in an app."
            />
          </Stack>
        </Radio.Group>
        <Submit write={create} onCancel={onClose}>
          Create key
        </Submit>
      </Stack>
    </Form>
  );
}
