import type { AppPlatform } from '@fairlead/contract/operations/builds';

/** A build of the app, with the patterns of the paths that it opens, as it was published. */
export interface AppBuild {
  readonly platform: AppPlatform;
  readonly build: string;
  readonly routes: readonly string[];
  readonly publishedAt: Date;
}

const order = new Intl.Collator('en', { numeric: true });

/** Below 0 if `a` was built before `b`: 9 before 10, and 1.9.2 before 1.10. */
export function compareBuilds(a: string, b: string): number {
  return order.compare(a, b);
}
