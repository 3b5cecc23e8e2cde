import { operations } from '@fairlead/contract';
import { Problem } from '#platform/lib/Problem.ts';
import { checkBrand } from '#teams/projects/brand/setBrand.ts';
import { renderSample } from '../../../pages/renderSample.ts';
import { serverNames } from './serverNames.ts';
import { route } from '../../routing/route.ts';

export const previewBrandRoute = route(
  operations.previewBrand,
  async ({ app, caller: { project }, body }) => {
    const findings = checkBrand(body.brand, serverNames(app));
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const [domain] = (await app.lookups.domainsOf(project.id)) ?? [];
    const host = domain?.host ?? 'go.example.com';
    return { status: 200, body: renderSample({ ...body, owner: project.name, host }) };
  },
);
