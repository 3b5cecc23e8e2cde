import type { RuleCondition } from '@fairlead/contract/rules';
import type { RouteForm } from '../RouteForm.ts';

/** What the fields of a condition get. */
export interface ConditionProps {
  readonly form: RouteForm;
  /** Of all conditions of the rule: `rules.0.when`. */
  readonly path: string;
  readonly when: RuleCondition;
  readonly label: string;
  readonly timeZone: string;
}
