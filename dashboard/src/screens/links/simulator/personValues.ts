import type { SimulatedPerson } from '@fairlead/contract/operations/explain';
import { SIMULATED_VISITORS } from '@fairlead/contract/simulatedVisitors';
import { momentInZone } from '../rules/conditions/zonedTime.ts';

/** A visitor as form values; an empty text is unknown. */
export interface PersonValues {
  country: string | null;
  language: string;
  /** One of the known kinds, or `own` for a user agent. */
  device: string;
  userAgent: string;
  referrer: string;
  query: string;
  /** As an input of type `datetime-local` has it, in the time zone of the project; empty: now. */
  at: string;
  appBuild: string;
  visitor: string;
}

export const OWN_DEVICE = 'own';

export const NOBODY: PersonValues = {
  country: null,
  language: '',
  device: 'ios-safari',
  userAgent: '',
  referrer: '',
  query: '',
  at: '',
  appBuild: '',
  visitor: '',
};

export function personOf(values: PersonValues, timeZone: string): SimulatedPerson {
  const { country, device, userAgent, at, ...texts } = values;
  const as = SIMULATED_VISITORS.find((known) => known === device);
  const said = Object.entries(texts).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()]],
  );
  return {
    ...Object.fromEntries(said),
    ...(as === undefined ? { userAgent } : { as }),
    ...(country !== null && { country }),
    ...(at !== '' && { at: momentInZone(at, timeZone) }),
  };
}
