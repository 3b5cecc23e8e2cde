import {
  ExplainedVisit,
  SimulatedPerson,
  simulateVisit,
} from '@fairlead/contract/operations/explain';
import { updateLink } from '@fairlead/contract/operations/linkManagement';
import {
  DryRun,
  dryRunLink,
  dryRunProject,
  DryRunRequest,
  getLinkResults,
  LinkResults,
} from '@fairlead/contract/operations/rules';
import { ruleNotes, rules, variants } from '@fairlead/contract/rules';
import { Nullable } from '@fairlead/contract/schemas';
import { Type } from '@sinclair/typebox';
import { describe } from '../commands/links/rules.ts';
import { findLink, LinkRef } from './linkTools.ts';
import { type Tool, tool } from './Tool.ts';

const closed = { additionalProperties: false } as const;
const READS = { readOnly: true, idempotent: true } as const;

const Routes = {
  rules: Type.Optional(Nullable(rules)),
  variants: Type.Optional(Nullable(variants)),
};

const set = tool({
  name: 'set_rules',
  title: 'Set the rules of a link',
  description:
    'Replaces the rules or the experiment of a link, or both, at once for every visitor; null removes. Say first what it would do: dry_run.',
  strangers: true,
  hints: { readOnly: false, destructive: true, idempotent: true },
  input: Type.Object({ link: LinkRef, ...Routes }, closed),
  output: Type.Object({
    id: Type.String(),
    shortUrl: Type.String(),
    rules,
    variants: Nullable(variants),
    ruleNotes,
    sentences: Type.Array(Type.Object({ name: Type.String(), says: Type.String() })),
  }),
  async run(account, { link, ...body }) {
    const { id } = await findLink(account, link);
    return describe(account, await account.call(updateLink, { params: { id }, body }));
  },
});

const simulate = tool({
  name: 'simulate_visit',
  title: 'Simulate a visit',
  description:
    'What a visitor of your own making gets from a link and why, by its rules or by others that you send. Counts nothing.',
  strangers: true,
  hints: READS,
  input: Type.Object(
    {
      link: LinkRef,
      ...SimulatedPerson.properties,
      rules: Type.Optional(rules),
      variants: Routes.variants,
    },
    closed,
  ),
  output: ExplainedVisit,
  async run(account, { link, rules: tried, variants: arms, ...visitor }) {
    const { id } = await findLink(account, link);
    const body = {
      visitor,
      ...(tried !== undefined && { rules: tried }),
      ...(arms !== undefined && { variants: arms }),
    };
    return account.call(simulateVisit, { params: { id }, body });
  },
});

const dryRun = tool({
  name: 'dry_run',
  title: 'Try a change on past visits',
  description:
    'What a change of rules, variants or destinations would have done to the visits of the last days, and what cannot be known. Changes nothing.',
  hints: READS,
  input: Type.Object({ link: LinkRef, ...DryRunRequest.properties }, closed),
  output: DryRun,
  async run(account, { link, ...body }) {
    const { id } = await findLink(account, link);
    return account.call(dryRunLink, { params: { id }, body });
  },
});

const dryRunMany = tool({
  name: 'dry_run_links',
  title: 'Try a change of many links on past visits',
  description:
    'The same of all links of the project, or of those that a filter chooses, or of another default URL. Changes nothing.',
  hints: READS,
  input: dryRunProject.body,
  output: DryRun,
  async run(account, body) {
    return account.call(dryRunProject, { params: { projectId: await account.projectId() }, body });
  },
});

const results = tool({
  name: 'link_results',
  title: 'Results of rules and experiments',
  description:
    'What each rule and variant of a link has brought, and whether its experiment has a verdict.',
  hints: READS,
  input: Type.Object({ link: LinkRef, ...getLinkResults.query.properties }, closed),
  output: LinkResults,
  async run(account, { link, ...query }) {
    const { id } = await findLink(account, link);
    return account.call(getLinkResults, { params: { id }, query });
  },
});

export const RULE_TOOLS: readonly Tool[] = [set, simulate, dryRun, dryRunMany, results];
