import { type Finding, finding } from '@fairlead/contract/finding';
import type { Db } from '../db/Db.ts';
import { findDomain } from '../domains/findDomain.ts';
import type { Project } from '../projects/Project.ts';
import { checkNewLink, slugTaken } from './checkNewLink.ts';
import { findLink } from './findLink.ts';
import type { NewLink } from './NewLink.ts';

/**
 * All that is wrong with a link that is to be made, also what only the database knows, for a creation that is refused
 * anyway: whoever mends a form should hear everything at once.
 */
export async function examineNewLink(
  db: Db,
  project: Project,
  input: Partial<NewLink>,
): Promise<Finding[]> {
  const findings = checkNewLink(input);
  const isSound = (field: string) => findings.every((each) => each.field !== field);
  const { slug, domain, domainId } = input;
  if (slug !== undefined && isSound('slug') && (await findLink(db, project, { slug }))) {
    findings.push(slugTaken(slug));
  }
  if ((domain !== undefined || domainId !== undefined) && isSound('domain')) {
    const found = await findDomain(db, project, { host: domain, id: domainId });
    if (!found) findings.push(domainUnknown(input));
  }
  return findings;
}

/** What was meant by a domain that the project does not have, or has not verified. */
export function domainUnknown({ domain, domainId }: Partial<NewLink>): Finding {
  if (domainId === undefined) {
    const message = `Domain "${domain?.slice(0, 253)}" is not a verified domain of the project`;
    return finding('domain', 'unknown', message);
  }
  const message =
    domain === undefined
      ? `domainId ${domainId} is not a verified domain of the project`
      : `domainId ${domainId} is not that of a verified domain "${domain.slice(0, 253)}" of the project; send one of the two`;
  return finding('domainId', 'unknown', message);
}
