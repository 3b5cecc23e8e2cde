import { operations } from '@fairlead/contract';
import type {
  CreateProjectLinkRequest,
  ProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { bodyOf } from '../../support/callers/person.ts';
import { type Seeded, seedProduct } from '../seed.ts';

export const to = (path: string) => ({ fallbackUrl: `https://example.com/${path}` });

export const THREE_RULES = [
  { name: 'Germany', when: { country: ['DE'] }, to: to('de') },
  { name: 'France', when: { country: ['FR'] }, to: to('fr') },
  { name: 'Italy', when: { country: ['IT'] }, to: to('it') },
];

export const EVEN_VARIANTS = [
  { name: 'A', share: 50, to: {} },
  { name: 'B', share: 50, to: to('b') },
];

/** A link, of the demo project if of no other, that leads to `/all`, unless rules or variants lead. */
export async function newLink(
  fields: Partial<CreateProjectLinkRequest>,
  project?: Pick<Seeded, 'call' | 'projectId'>,
): Promise<ProjectLink> {
  const { call, projectId } = project ?? (await seedProduct());
  const body = { type: 'dynamic', ...to('all'), ...fields } as const;
  return bodyOf(await call(operations.createProjectLink, { params: { projectId }, body }), 201);
}

export async function readLink(linkId: string): Promise<ProjectLink> {
  const { call, projectId } = await seedProduct();
  return bodyOf(await call(operations.getProjectLink, { params: { projectId, linkId } }), 200);
}
