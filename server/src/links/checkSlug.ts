import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { checkNewLink } from './checkNewLink.ts';
import { findLink } from './findLink.ts';

/** Why a new link of the project cannot have the slug, in a sentence; null where it can. */
export async function checkSlug(db: Db, project: Project, slug: string): Promise<string | null> {
  const [finding] = checkNewLink({ slug });
  if (finding !== undefined) return finding;
  return (await findLink(db, project, { slug })) ? slugTaken(slug) : null;
}

export function slugTaken(slug: string): string {
  return `slug "${slug}" is taken; choose another`;
}
