import { type Finding, finding } from '@fairlead/contract/finding';
import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkNewDestination, serialiseDestination } from '#platform/lib/web/destination.ts';
import { type Project, readProject } from '../Project.ts';
import type { Brand } from './Brand.ts';
import { checkMails } from './checkMails.ts';

/**
 * Stores how pages and mails look. Throws VALIDATION_ERROR for a logo or icon that is no WebP image, an invalid URL, and what
 * `checkMails` finds.
 */
export async function setBrand(
  db: Db,
  project: Project,
  actor: Actor,
  brand: Brand,
  serverNames: readonly string[],
): Promise<Project> {
  const findings = checkBrand(brand, serverNames);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const stored = { ...brand, ...urlsOf(brand) };
  return changeProject(db, project, actor, async (tx, record) => {
    const row = await tx
      .updateTable('projects')
      .set({ brand: { ...stored }, updated_at: new Date() })
      .where('id', '=', project.id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new Problem('NOT_FOUND', 'Project not found');
    // Pictures would fill the audit log.
    const { logo, icon, ...details } = stored;
    await record({
      action: 'brand.updated',
      target: { kind: 'project', id: project.id, name: project.name },
      details: { ...details, logo: logo !== null, icon: icon !== null },
    });
    return readProject(row);
  });
}

export function checkBrand(brand: Partial<Brand>, serverNames: readonly string[]): Finding[] {
  const pictures = (['logo', 'icon'] as const).flatMap((field) => {
    const url = brand[field];
    if (typeof url !== 'string' || isWebp(url)) return [];
    const message = `${field} must be an image as shrinkBrandImage answers it`;
    return [finding(field, 'format', message)];
  });
  const urls = (['imprintUrl', 'privacyUrl'] as const).flatMap((field) => {
    const url = brand[field];
    const fault = typeof url === 'string' ? checkNewDestination(url) : null;
    return fault === null ? [] : [finding(field, fault.code, `${field} ${fault.message}`)];
  });
  return [...pictures, ...urls, ...checkMails(brand.mails, serverNames)];
}

/** By how every WebP file begins. */
function isWebp(dataUrl: string): boolean {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

function urlsOf({ imprintUrl, privacyUrl }: Brand) {
  return {
    imprintUrl: imprintUrl === null ? null : serialiseDestination(imprintUrl),
    privacyUrl: privacyUrl === null ? null : serialiseDestination(privacyUrl),
  };
}
