import { useParams } from '@tanstack/react-router';
import {
  Activity,
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
import { useListedProject } from '../api/project.ts';

/** The screens of a project, for the menu, the palette and the shortcuts, where `key` comes after G. */
const GROUPS = [
  {
    name: undefined,
    screens: [
      { to: '/p/$projectId/start', label: 'Get started', icon: Rocket, key: 'h' },
      { to: '/p/$projectId/links', label: 'Links', icon: Link2, key: 'l' },
      { to: '/p/$projectId/analytics', label: 'Analytics', icon: ChartColumn, key: 'a' },
      { to: '/p/$projectId/events', label: 'Events', icon: Activity, key: 'v' },
      { to: '/p/$projectId/installations', label: 'Installations', icon: Smartphone, key: 'i' },
      { to: '/p/$projectId/exports', label: 'Exports', icon: Download, key: 'e' },
    ],
  },
  {
    name: 'Set up',
    screens: [
      { to: '/p/$projectId/domains', label: 'Domains', icon: Globe, key: 'd' },
      { to: '/p/$projectId/apps', label: 'Apps', icon: AppWindow, key: 'p' },
      { to: '/p/$projectId/brand', label: 'Brand', icon: Palette, key: 'b' },
      { to: '/p/$projectId/keys', label: 'API keys', icon: KeyRound, key: 'k' },
    ],
  },
  {
    name: 'Project',
    screens: [
      { to: '/p/$projectId/members', label: 'Members', icon: Users, key: 'm' },
      { to: '/p/$projectId/plan', label: 'Plan and usage', icon: Gauge, key: 'u' },
      { to: '/p/$projectId/audit', label: 'Audit log', icon: ScrollText, key: 't' },
      { to: '/p/$projectId/settings', label: 'Settings', icon: Settings, key: 's' },
    ],
  },
] as const;

/** On a server that sells no plans, a project has only its usage. */
const PLAN = '/p/$projectId/plan';

/** Refused to viewers. */
const ADMINS_ONLY = '/p/$projectId/audit';

export type ScreenPath = (typeof GROUPS)[number]['screens'][number]['to'];

/** The screens that the signed-in person can open in this project; none without a project. */
export function useScreens() {
  const { projectId } = useParams({ strict: false });
  const project = useListedProject();
  if (projectId === undefined) return [];
  return GROUPS.map(({ name, screens }) => ({
    name,
    screens: screens
      .filter(({ to }) => project?.role !== 'viewer' || to !== ADMINS_ONLY)
      .map((screen) => ({
        ...screen,
        params: { projectId },
        label: screen.to === PLAN && project?.plan === 'self-hosted' ? 'Usage' : screen.label,
      })),
  }));
}
