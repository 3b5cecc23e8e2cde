import { operations } from '@fairlead/contract';
import { associationFilesOf } from '#teams/domains/associationFiles.ts';
import { getDomain } from '#teams/domains/listDomains.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import type { Project } from '#teams/projects/Project.ts';
import { route } from '../../routing/route.ts';

export const getDomainAssociationRoute = route(
  operations.getDomainAssociation,
  async ({ app, caller, params }) => {
    const { project } = caller;
    const domain = await getDomain(app.db, project, params.domainId);
    const files = associationFilesOf(project);
    const origin = fillLinkTemplate(app.config.linkUrlTemplate, domain.host, '').replace(/\/$/, '');
    const findings = findMissing(project);
    if (domain.verifiedAt === null) {
      findings.unshift(`${domain.host} is not verified yet: nothing is served there`);
    }
    return {
      status: 200,
      body: {
        appleUrl: `${origin}/.well-known/apple-app-site-association`,
        apple: JSON.parse(files.apple) as Record<string, unknown>,
        androidUrl: `${origin}/.well-known/assetlinks.json`,
        android: JSON.parse(files.android) as unknown[],
        findings,
      },
    };
  },
);

function findMissing({ ios, android }: Pick<Project, 'ios' | 'android'>): string[] {
  const findings: string[] = [];
  if (ios.teamId === null) findings.push('iOS: the team identifier is missing');
  if (ios.bundleId === null) findings.push('iOS: the bundle identifier is missing');
  if (android.packageName === null) findings.push('Android: the package name is missing');
  if (android.sha256Fingerprints.length === 0) {
    findings.push('Android: no fingerprint of a signing certificate is given');
  }
  return findings;
}
