import { operations } from '@fairlead/contract';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { provision } from '#teams/provisioning/provision.ts';
import { checkDefaultUrl, serialiseDefaultUrl } from '#teams/projects/checkDefaultUrl.ts';
import { route } from '../../routing/route.ts';

export const provisionRoute = route(
  operations.provision,
  async ({ app, body }) => {
    const findings = checkDefaultUrl(body.defaultUrl);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const made = await provision(app, serialiseDefaultUrl(body), { kind: 'operator' });
    const { linkUrlTemplate, publicUrl } = app.config;
    return {
      status: 201,
      body: {
        projectId: made.project.id,
        plan: made.project.plan,
        appKey: made.appKey,
        domain: made.domain,
        linkOrigin:
          made.domain && new URL(fillLinkTemplate(linkUrlTemplate, made.domain, '')).origin,
        baseUrl: publicUrl.origin,
        userEmail: made.userEmail,
        userPassword: made.userPassword,
        sessionToken: made.sessionToken,
      },
    };
  },
  ({ body }) => checkDefaultUrl(body.defaultUrl),
);
