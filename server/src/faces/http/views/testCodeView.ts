import type { TestCode as Shown } from '@fairlead/contract/operations/dashboard/testCodes';
import type { TestCode } from '#apps/attribution/testCodes/TestCode.ts';

export function renderTestCode({ createdAt, endsAt, ...code }: TestCode): Shown {
  return { ...code, createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() };
}
