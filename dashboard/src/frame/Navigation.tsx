import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  AppWindow,
  ChartColumn,
  Download,
  Gauge,
  Globe,
  KeyRound,
  Link2,
  Palette,
  Rocket,
  ScrollText,
  Settings,
  Smartphone,
  Users,
} from 'lucide-react';
import { projectsQuery } from '../api/project.ts';
import { MenuLink } from '../parts/links.tsx';

const GROUPS = [
  {
    name: undefined,
    items: [
      { to: '/p/$projectId/start', label: 'Get started', icon: Rocket },
      { to: '/p/$projectId/links', label: 'Links', icon: Link2 },
      { to: '/p/$projectId/analytics', label: 'Analytics', icon: ChartColumn },
      { to: '/p/$projectId/installations', label: 'Installations', icon: Smartphone },
      { to: '/p/$projectId/exports', label: 'Exports', icon: Download },
    ],
  },
  {
    name: 'Set up',
    items: [
      { to: '/p/$projectId/domains', label: 'Domains', icon: Globe },
      { to: '/p/$projectId/brand', label: 'Brand', icon: Palette },
      { to: '/p/$projectId/apps', label: 'Apps', icon: AppWindow },
      { to: '/p/$projectId/keys', label: 'API keys', icon: KeyRound },
    ],
  },
  {
    name: 'Project',
    items: [
      { to: '/p/$projectId/members', label: 'Members', icon: Users },
      { to: '/p/$projectId/plan', label: 'Plan and usage', icon: Gauge },
      { to: '/p/$projectId/audit', label: 'Audit log', icon: ScrollText },
      { to: '/p/$projectId/settings', label: 'Settings', icon: Settings },
    ],
  },
] as const;

/** On a server that sells no plans, a project has only its usage. */
const PLAN = '/p/$projectId/plan';

/** Refused to viewers. */
const ADMINS_ONLY = '/p/$projectId/audit';

/** The places to go in a project; nothing without one. */
export function Navigation({ onChosen }: { readonly onChosen: () => void }) {
  const { projectId } = useParams({ strict: false });
  const { data } = useQuery(projectsQuery);
  if (projectId === undefined) return null;
  const project = data?.projects.find(({ id }) => id === projectId);
  return (
    <Stack gap="md">
      {GROUPS.map((group) => (
        <div key={group.name ?? 'work'}>
          {group.name !== undefined && (
            <Text size="xs" c="dimmed" fw={600} px="xs" mb={4}>
              {group.name}
            </Text>
          )}
          {group.items
            .filter(({ to }) => project?.role !== 'viewer' || to !== ADMINS_ONLY)
            .map((item) => (
              <MenuLink
                key={item.to}
                to={item.to}
                params={{ projectId }}
                label={item.to === PLAN && project?.plan === 'self-hosted' ? 'Usage' : item.label}
                leftSection={<item.icon size={17} aria-hidden />}
                activeProps={{ active: true, 'aria-current': 'page' }}
                onClick={onChosen}
                style={{ borderRadius: 8 }}
              />
            ))}
        </div>
      ))}
    </Stack>
  );
}
