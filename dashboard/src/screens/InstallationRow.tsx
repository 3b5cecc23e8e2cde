import {
  listInstallations,
  type ListedInstallation,
} from '@fairlead/contract/operations/dashboard/installations';
import { eraseInstallation } from '@fairlead/contract/operations/attribution';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useProjectId, useRights } from '../api/project.ts';
import { useWrite } from '../api/queries.ts';
import { confirm } from '../parts/confirm.tsx';
import { TextLink } from '../parts/links.tsx';
import { Row } from '../parts/Row.tsx';
import { When } from '../parts/When.tsx';

/** An installation: its phone, its ids, when it was seen, and the way to its receipt. */
export function InstallationRow({ installation }: { readonly installation: ListedInstallation }) {
  const projectId = useProjectId();
  const { osName, osVersion, appVersion, userId, deviceId } = installation;
  const system = [osName, osVersion].filter((part) => part !== null).join(' ');
  const words = [
    system,
    appVersion !== null && `app ${appVersion}`,
    userId !== null && `user ${userId}`,
    deviceId !== null && `device ${deviceId}`,
  ].filter((part) => part !== false && part !== '');
  return (
    <Row actions={<EraseButton installationId={installation.installationId} />}>
      <Group gap="xs">
        <TextLink
          to="/p/$projectId/installations"
          params={{ projectId }}
          search={{ id: installation.id }}
          underline="hover"
          fw={600}
          size="sm"
          className="break"
        >
          {phoneName(installation)}
        </TextLink>
        {installation.previousId !== null && (
          <Badge variant="light" color="gray">
            Installed again
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="break" component="div">
        {words.join(' · ')}
        {words.length > 0 && ' · '}first seen <When at={installation.firstSeenAt} />, last{' '}
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

export function EraseButton({
  installationId,
  onDone,
}: {
  readonly installationId: string;
  readonly onDone?: () => unknown;
}) {
  const projectId = useProjectId();
  const { admin } = useRights();
  const erase = useWrite(eraseInstallation, {
    changes: [listInstallations],
    done: `The installation ${installationId} is erased.`,
    ...(onDone && { onDone }),
  });
  if (!admin) return null;
  return (
    <Button
      variant="default"
      size="xs"
      loading={erase.isPending}
      aria-label={`Erase the installation ${installationId}`}
      onClick={() =>
        confirm({
          title: `Erase the installation ${installationId}?`,
          text: 'Its record, sessions and receipt go, and what its clicks left behind. Totals of links stay; they name nobody. This cannot be undone.',
          yes: 'Erase it',
          onYes: () => erase.mutate({ params: { projectId, installationId } }),
        })
      }
    >
      Erase
    </Button>
  );
}
