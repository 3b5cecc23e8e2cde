import type { ProjectSettings } from '@fairlead/contract/operations/dashboard/projects';
import type { Project } from '#teams/projects/Project.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';

export function renderProject(project: Project, role: ProjectRole): ProjectSettings {
  const { ios, android } = project;
  return {
    id: project.id,
    name: project.name,
    plan: project.plan,
    role,
    defaultUrl: project.defaultUrl,
    requireInstallation: project.requireInstallation,
    probabilisticMatching: project.probabilisticMatching,
    matchingWindowMinutes: project.matchingWindowMinutes,
    reengagementDays: project.reengagementDays,
    identify: project.identify,
    revenueFrom: project.revenueFrom,
    dailyAppEvents: project.dailyAppEvents,
    copyButton: project.copyButton,
    timeZone: project.timeZone,
    clickRetentionDays: project.clickRetentionDays,
    allowedOrigins: [...project.allowedOrigins],
    appLinks: project.appLinks,
    appLinkHosts: [...project.appLinkHosts],
    utmValues: project.utmValues,
    ios: { ...ios, complete: ios.teamId !== null && ios.bundleId !== null },
    android: {
      ...android,
      sha256Fingerprints: [...android.sha256Fingerprints],
      complete: android.packageName !== null && android.sha256Fingerprints.length > 0,
    },
    createdAt: project.createdAt.toISOString(),
  };
}
