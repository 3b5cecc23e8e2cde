import { type Finding, finding } from '@fairlead/contract/finding';
import type { CodedPlacement, Placement } from '@fairlead/contract/placements';
import { newSlug } from './newSlug.ts';

/** What a schema cannot say: a scan has one placement, and numbers are kept by name. */
export function checkPlacements(placements: readonly Placement[] | null | undefined): Finding[] {
  return (['name', 'code'] as const).flatMap((member) => {
    const seen = new Set<string>();
    return (placements ?? []).flatMap((placement, index) => {
      const text = placement[member]?.trim().toLowerCase();
      if (text === undefined) return [];
      if (!seen.has(text)) {
        seen.add(text);
        return [];
      }
      const path = ['placements', String(index), member];
      const message = `${path.join('.')} "${text}" is that of another placement of this link; choose another`;
      return [finding(path, 'taken', message)];
    });
  });
}

/** Placements as they are stored, each with a code. Null without any. */
export function storedPlacements(
  placements: readonly Placement[] | null | undefined,
): CodedPlacement[] | null {
  if (placements === null || placements === undefined || placements.length === 0) return null;
  return placements.map(({ name, code }) => ({
    name: name.trim(),
    code: code ?? newSlug().toLowerCase(),
  }));
}

/** The name of the placement whose code was scanned; null if the link has no such placement (any more). */
export function placementOf(
  { placements }: { readonly placements: readonly CodedPlacement[] | null },
  code: string | null,
): string | null {
  if (placements === null || code === null) return null;
  return placements.find((placement) => placement.code === code)?.name ?? null;
}
