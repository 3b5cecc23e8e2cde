import type { VisitedLink, VisitedProject } from './Visit.ts';

/**
 * Whether a link leaves in-app browsers through the launch page (Rule: resources 6): only dynamic links open
 * the app.
 */
export function isBreakoutOn(
  { type, iosSocialBreakout }: Pick<VisitedLink, 'type' | 'iosSocialBreakout'>,
  project: Pick<VisitedProject, 'ios'>,
): boolean {
  return type === 'dynamic' && (iosSocialBreakout ?? isIosAppComplete(project));
}

/** Whether iOS can open the app through its association file. */
export function isIosAppComplete({ ios }: Pick<VisitedProject, 'ios'>): boolean {
  return ios.teamId !== null && ios.bundleId !== null;
}
