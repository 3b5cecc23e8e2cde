import type { EventDimension } from '@fairlead/contract/eventNumbers';
import type { EventCredit, EventSaidBy } from '@fairlead/contract/eventResources';
import type { Link } from '#links/link/Link.ts';
import type { Term } from '#visits/clicks/facts/Click.ts';
import type { AnalyticsWindow } from '#visits/numbers/AnalyticsWindow.ts';

/** Of all that has the credit for events: this link alone, and clicks with these facts. */
interface CreditedPart {
  readonly link?: Pick<Link, 'id' | 'key'> | undefined;
  readonly facts?: { readonly [Name in Term]?: string | null } | undefined;
}

export interface EventNumbersQuestion {
  readonly window: AnalyticsWindow;
  readonly by: EventDimension;
  readonly credit: EventCredit | 'any';
  /** Only events of this name. */
  readonly name?: string | undefined;
  /** Only events that this one said. */
  readonly saidBy?: EventSaidBy | undefined;
  readonly of?: CreditedPart;
}
