import { getCohorts, getEventNumbers, getFunnel } from '@fairlead/contract/operations/eventNumbers';
import { type Tool, tool } from './Tool.ts';

const READS = { readOnly: true, idempotent: true } as const;

const numbers = tool({
  name: 'event_numbers',
  title: 'Events, revenue and conversion',
  description:
    'What people did in the app, by event, day, link, folder, campaign, rule, variant, country or who said them; amounts in minor units of each currency, never converted; with cost and return where costs are known.',
  strangers: true,
  hints: READS,
  input: getEventNumbers.query,
  output: getEventNumbers.replies[200].schema,
  run: async (account, query) =>
    account.call(getEventNumbers, { params: { projectId: await account.projectId() }, query }),
});

const cohorts = tool({
  name: 'cohorts',
  title: 'Retention and revenue by install date',
  description:
    'Classic, rolling and cumulative retention, and revenue until an age, of people by when they installed.',
  hints: READS,
  input: getCohorts.query,
  output: getCohorts.replies[200].schema,
  run: async (account, query) =>
    account.call(getCohorts, { params: { projectId: await account.projectId() }, query }),
});

const funnel = tool({
  name: 'funnel',
  title: 'Funnel of events',
  description: 'How many people go from one event to the next within a window.',
  strangers: true,
  hints: READS,
  input: getFunnel.body,
  output: getFunnel.replies[200].schema,
  run: async (account, body) =>
    account.call(getFunnel, { params: { projectId: await account.projectId() }, body }),
});

export const EVENT_TOOLS: readonly Tool[] = [numbers, cohorts, funnel];
