import {
  countInstallations,
  listInstallations,
  type ListedInstallation,
} from '@fairlead/contract/operations/dashboard/installations';
import { eraseInstallation } from '@fairlead/contract/operations/attribution';
import { ActionIcon, Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useProjectId, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Row } from '../../parts/Row.tsx';
import { When } from '../../parts/When.tsx';
import { MATCH_STATES } from '../../numbers/matchStates.ts';
import { reasonText } from './outcomes.ts';

/** An installation: its phone, its ids, when it was seen, and a link to its receipt. */
export function InstallationRow({ installation }: { readonly installation: ListedInstallation }) {
  const projectId = useProjectId();
  const filters = useSearch({ from: '/signedIn/p/$projectId/installations' });
  const { osName, osVersion, appVersion, customerId, userId, deviceId, match } = installation;
  const system = [osName, osVersion].filter((part) => part !== null).join(' ');
  const facts = [
    system,
    appVersion !== null && `app ${appVersion}`,
    customerId !== null && `customer ${customerId}`,
    userId !== null && `user ${userId}`,
    deviceId !== null && `device ${deviceId}`,
  ].filter((part) => part !== false && part !== '');
  return (
    <Row actions={<InstallationMenu installationId={installation.installationId} />}>
      <Group gap="xs">
        <TextLink
          to="/p/$projectId/installations"
          params={{ projectId }}
          search={{ ...filters, id: installation.id }}
          underline="hover"
          fw={600}
          size="sm"
          className="break"
        >
          {phoneName(installation)}
        </TextLink>
        {match !== null && (
          <Badge variant="light" color={MATCH_STATES[match].color}>
            {MATCH_STATES[match].label}
          </Badge>
        )}
        {installation.reason !== null && (
          <Text size="sm" c="dimmed">
            {reasonText(installation.reason)}
          </Text>
        )}
        {installation.previousId !== null && (
          <Badge variant="light" color="gray">
            Reinstalled
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="break" component="div">
        {facts.join(' · ')}
        {facts.length > 0 && ' · '}first seen <When at={installation.firstSeenAt} />, last{' '}
        <When at={installation.lastSeenAt} />
      </Text>
      <Text size="xs" c="dimmed" className="break">
        {installation.installationId}
      </Text>
    </Row>
  );
}

function phoneName({ deviceManufacturer, deviceModel }: ListedInstallation): string {
  const parts = [deviceManufacturer, deviceModel].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? 'Unknown phone' : parts.join(' ');
}

function InstallationMenu({ installationId }: { readonly installationId: string }) {
  const { admin } = useRights();
  const erase = useErase(installationId);
  if (!admin) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          loading={erase.isPending}
          aria-label={`More for the installation ${installationId}`}
        >
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" onClick={erase.ask}>
          Erase
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function EraseButton({
  installationId,
  onDone,
}: {
  readonly installationId: string;
  readonly onDone: () => unknown;
}) {
  const { admin } = useRights();
  const erase = useErase(installationId, onDone);
  if (!admin) return null;
  return (
    <Button variant="default" size="xs" loading={erase.isPending} onClick={erase.ask}>
      Erase
    </Button>
  );
}

/** Erases an installation after confirmation. */
function useErase(installationId: string, onDone?: () => unknown) {
  const projectId = useProjectId();
  const { isPending, mutate } = useWrite(eraseInstallation, {
    changes: [listInstallations, countInstallations],
    done: `Installation ${installationId} erased.`,
    ...(onDone && { onDone }),
  });
  const ask = () =>
    confirm({
      title: `Erase the installation ${installationId}?`,
      text: 'Deletes its record, sessions and receipt, and the traces of its clicks. Totals of links stay; they identify nobody. This cannot be undone.',
      yes: 'Erase installation',
      onYes: () => mutate({ params: { projectId, installationId } }),
    });
  return { isPending, ask };
}
