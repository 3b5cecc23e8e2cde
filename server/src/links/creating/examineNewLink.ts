import { type Finding, finding } from '@fairlead/contract/finding';
import type { Db } from '#platform/db/Db.ts';
import { findDomain } from '#teams/domains/findDomain.ts';
import type { Project } from '#teams/projects/Project.ts';
import { checkNewLink } from './checkNewLink.ts';
import { findFolders, folderUnknown } from '../folders/findFolders.ts';
import { findLink } from '../finding/findLink.ts';
import type { NewLink } from '../link/NewLink.ts';

/**
 * Everything wrong with a new link, including what only the database knows. Used when the creation is refused anyway,
 * so that whoever corrects a form hears of everything at once.
 */
export async function examineNewLink(
  db: Db,
  project: Project,
  input: Partial<NewLink>,
): Promise<Finding[]> {
  const findings = checkNewLink(input);
  const isSound = (field: string) => findings.every((fault) => fault.field !== field);
  const { slug, domain, domainId } = input;
  if (slug !== undefined && isSound('slug') && (await findLink(db, project, { slug }))) {
    findings.push(slugTaken(slug));
  }
  if ((domain !== undefined || domainId !== undefined) && isSound('domain')) {
    const found = await findDomain(db, project, { host: domain, id: domainId });
    if (!found) findings.push(domainUnknown(input));
  }
  const { folder } = input;
  if (folder && isSound('folder')) {
    const found = await findFolders(db, project, [folder]);
    if (!found.has(folder)) findings.push(folderUnknown());
  }
  return findings;
}

export function slugTaken(slug: string): Finding {
  return finding('slug', 'taken', `slug "${slug}" is taken; choose another`);
}

/** The error for a domain that the project does not have or has not verified. */
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
