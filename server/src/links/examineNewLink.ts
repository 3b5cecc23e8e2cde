import { type Finding, finding } from '@fairlead/contract/finding';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import type { Db } from '../db/Db.ts';
import { findDomain } from '../domains/findDomain.ts';
import type { Project } from '../projects/Project.ts';
import { checkNewLink, slugTaken } from './checkNewLink.ts';
import { findLink } from './findLink.ts';

/**
 * All that is wrong with a link that is to be made, also what only the database knows, for a creation that is refused
 * anyway: whoever mends a form should hear everything at once.
 */
export async function examineNewLink(
  db: Db,
  project: Project,
  input: Partial<CreateLinkRequest>,
): Promise<Finding[]> {
  const findings = checkNewLink(input);
  const isSound = (field: string) => findings.every((each) => each.field !== field);
  const { slug, domain } = input;
  if (slug !== undefined && isSound('slug') && (await findLink(db, project, { slug }))) {
    findings.push(slugTaken(slug));
  }
  if (domain !== undefined && isSound('domain') && !(await findDomain(db, project, domain))) {
    findings.push(domainUnknown(domain));
  }
  return findings;
}

export function domainUnknown(host: string): Finding {
  const message = `Domain "${host.slice(0, 253)}" is not a verified domain of the project`;
  return finding('domain', 'unknown', message);
}
