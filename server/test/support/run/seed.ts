/**
 * What properties draw from, stated so that a run can be repeated and none depends on luck. Another one by
 * PROPERTY_SEED, to look for what this one does not reach.
 */
export const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_121);
