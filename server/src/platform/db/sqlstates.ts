/** SQLSTATE codes that the server reacts to (PostgreSQL, appendix A). */
export const SQLSTATE = {
  invalidParameterValue: '22023',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  lockNotAvailable: '55P03',
  cannotConnectNow: '57P03',
} as const;

/** The SQLSTATE of an error thrown by a query; undefined for anything else. */
function sqlstateOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The database has refused or canceled a statement, for whatever reason. */
export function isSqlError(error: unknown): boolean {
  return sqlstateOf(error) !== undefined;
}

export function isSqlstate(error: unknown, ...names: readonly (keyof typeof SQLSTATE)[]): boolean {
  const code = sqlstateOf(error);
  return names.some((name) => SQLSTATE[name] === code);
}

/** Classes 22 and 23: the row's values are invalid, and will be refused whenever they are sent again. */
export function isRowAtFault(error: unknown): boolean {
  return /^2[23]/.test(sqlstateOf(error) ?? '');
}
