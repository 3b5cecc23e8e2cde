import {
  listDomains,
  removeDomain,
  setPrimaryDomain,
  verifyDomain,
  type ProjectDomain,
} from '@fairlead/contract/operations/dashboard/domains';
import {
  Alert,
  Badge,
  Button,
  Collapse,
  Group,
  Menu,
  ActionIcon,
  Text,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Ellipsis } from 'lucide-react';
import { useProjectId, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { counted } from '../../parts/format.ts';
import { HistoryItem } from '../../parts/history/History.tsx';
import { When } from '../../parts/When.tsx';
import { Association } from './Association.tsx';
import { DnsRecords } from './DnsRecords.tsx';
import { DomainAddresses } from './DomainAddresses.tsx';
import { DomainDoctor } from './DomainDoctor.tsx';
import { FirebaseLinks } from './FirebaseLinks.tsx';

/** One domain: its state, the records to set, the actions. */
export function DomainCard({ domain }: { readonly domain: ProjectDomain }) {
  const params = { projectId: useProjectId(), domainId: domain.id };
  const { admin } = useRights();
  const [detailed, { toggle }] = useDisclosure(false);
  const pending = domain.status === 'pending';
  const verify = useWrite(verifyDomain, {
    changes: [listDomains],
    done: ({ status, host }) =>
      status === 'verified'
        ? `${host} is verified.`
        : `${host} is not verified yet; see what was found.`,
  });
  return (
    <section className="card" aria-label={domain.host}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Title order={2} className="break">
              {domain.host}
            </Title>
            <Badge variant="light" color={pending ? 'yellow' : 'teal'}>
              {pending ? 'Waiting for DNS' : 'Verified'}
            </Badge>
            {domain.isPrimary && <Badge variant="outline">Primary</Badge>}
          </Group>
          <Text size="sm" c="dimmed" mt={2} component="div">
            {counted(domain.linkCount, 'link', 'links')}
            {domain.checkedAt !== null && (
              <>
                {' · DNS checked '}
                <When at={domain.checkedAt} />
              </>
            )}
          </Text>
        </div>
        <Group gap="xs">
          {pending && admin && (
            <Button size="sm" loading={verify.isPending} onClick={() => verify.mutate({ params })}>
              Check DNS now
            </Button>
          )}
          {!pending && (
            <Button size="sm" variant="default" onClick={toggle} aria-expanded={detailed}>
              {detailed ? 'Hide details' : 'Details'}
            </Button>
          )}
          {admin && <DomainMenu domain={domain} />}
        </Group>
      </Group>
      {domain.problem !== null && (
        <Alert color="yellow" mt="sm" className="break">
          {domain.problem}
        </Alert>
      )}
      <Collapse expanded={pending || detailed}>
        <div style={{ paddingTop: 16 }}>
          <DnsRecords records={domain.records} />
          {!pending && detailed && (
            <>
              <DomainDoctor domainId={domain.id} />
              <Association domainId={domain.id} />
              <DomainAddresses domain={domain} />
              <FirebaseLinks domainId={domain.id} />
            </>
          )}
        </div>
      </Collapse>
    </section>
  );
}

function DomainMenu({ domain }: { readonly domain: ProjectDomain }) {
  const params = { projectId: useProjectId(), domainId: domain.id };
  const primary = useWrite(setPrimaryDomain, {
    changes: [listDomains],
    done: `New links now use ${domain.host}.`,
  });
  const remove = useWrite(removeDomain, {
    changes: [listDomains],
    done: `${domain.host} was removed.`,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`More for ${domain.host}`}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!domain.isPrimary && domain.status === 'verified' && (
          <Menu.Item onClick={() => primary.mutate({ params })}>Make primary</Menu.Item>
        )}
        <HistoryItem target={{ kind: 'domain', id: domain.id, name: domain.host }} />
        <Menu.Item
          color="red"
          onClick={() =>
            confirm({
              title: `Remove ${domain.host}?`,
              text: 'It no longer serves links. A domain with live links can only be removed once they are deleted.',
              yes: 'Remove domain',
              onYes: () => remove.mutate({ params }),
            })
          }
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
