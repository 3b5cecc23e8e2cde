import type { DestinationField } from '@fairlead/contract/destinationFields';
import type { NamedRule, Variant } from '@fairlead/contract/rules';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { checkLinkFields } from '../../creating/checkNewLink.ts';
import { checkUtm } from '../../creating/checkUtm.ts';
import type { Link } from '../../link/Link.ts';
import { createSlices } from '#platform/lib/createSlices.ts';
import { targetsOf } from '../../rules/targetsOf.ts';
import { findLoops, findMissing } from '../../rules/findLoops.ts';
import type { RefusedLink } from '../changeLinks.ts';

/** The fields of a link that lead somewhere, as they are to be. */
export type LeadingFields = {
  -readonly [Field in DestinationField | 'expiredUrl']?: string | null;
} & { rules?: NamedRule[] | null; variants?: Variant[] | null };

export interface Draft {
  readonly link: Link;
  readonly fields: LeadingFields;
}

/** Of the destinations of a link, a rule or a variant. */
const STEPS_OF_A_TARGET = 50;

interface Judged<Each> {
  readonly accepted: readonly Each[];
  readonly refused: readonly RefusedLink[];
}

/** Which links could be like that, by the rules of a change of one link; loops are found among the drafts as well. */
export async function judgeDrafts<Each extends Draft>(
  db: Db,
  project: Pick<Project, 'id' | 'utmValues'>,
  drafts: readonly Each[],
): Promise<Judged<Each>> {
  const hosts = await readHosts(db, drafts);
  const pending = new Map<string, Map<string, LeadingFields>>();
  const accepted: Each[] = [];
  const refused: RefusedLink[] = [];
  const slices = createSlices();
  for (const draft of drafts) {
    const { link, fields } = draft;
    if (slices.spend(STEPS_OF_A_TARGET * (1 + targetsOf(fields).length))) await slices.turn();
    const domain = { id: link.domainId, host: hosts.get(link.domainId) ?? '' };
    const earlier = pending.get(domain.id) ?? new Map<string, LeadingFields>();
    let findings = [...checkLinkFields(fields), ...checkUtm(project, fields)];
    if (findings.length === 0) {
      const place = { project, domain, slug: link.slug };
      findings = [
        ...(await findMissing(db, project, fields)),
        ...(await findLoops(db, place, fields, earlier, slices)),
      ];
    }
    if (findings.length > 0) {
      refused.push({ link, message: findings.map(({ message }) => message).join('; ') });
      continue;
    }
    accepted.push(draft);
    pending.set(domain.id, earlier.set(link.slug, fields));
  }
  return { accepted, refused };
}

async function readHosts(db: Db, drafts: readonly Draft[]): Promise<ReadonlyMap<string, string>> {
  if (drafts.length === 0) return new Map();
  const ids = [...new Set(drafts.map(({ link }) => link.domainId))];
  const rows = await db
    .selectFrom('domains')
    .select(['id', 'host'])
    .where('id', '=', (any) => any.fn.any(any.val(ids)))
    .execute();
  return new Map(rows.map(({ id, host }) => [id, host]));
}
