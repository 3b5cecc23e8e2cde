import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { restSentence } from '@fairlead/contract/ruleWords';
import { useProject } from '../../../api/project.ts';
import { Fold } from '../../../parts/form/Fold.tsx';
import type { LinkFormState } from '../form/LinkFormState.ts';
import { DryRunPanel } from '../results/DryRunPanel.tsx';
import { Simulator } from '../simulator/Simulator.tsx';
import { Experiment } from './Experiment.tsx';
import { RuleList } from './RuleList.tsx';
import { rulesOf, variantsOf } from './routeDrafts.ts';

interface FoldsProps {
  readonly form: LinkFormState;
  /** The link that is edited; undefined for a new one. */
  readonly link: ProjectLink | undefined;
}

/** Rules, an experiment, and what a visitor would get from both before they are saved. */
export function RouteFolds({ form, link }: FoldsProps) {
  const { data: project } = useProject();
  const { rules, variants, type, ...values } = form.values;
  const setting = { type, timeZone: project?.timeZone ?? 'UTC', notes: link?.ruleNotes ?? [] };
  const rest =
    variants.length > 0
      ? `Everybody else takes part in the experiment “${variants.map(({ name }) => name).join(' / ')}” below.`
      : `${restSentence({ ...values, rules: rulesOf(rules) })}.`;
  return (
    <>
      <Fold
        title="Rules"
        about="Other destinations by country, language, phone, time and more. The first rule that fits decides."
        open={(link?.rules.length ?? 0) > 0}
      >
        <RuleList form={form} setting={setting} rest={rest} />
      </Fold>
      <Fold
        title="Experiment"
        about="Two to five variants, to find out which destination works better."
        open={link?.variants !== undefined && link.variants !== null}
      >
        <Experiment form={form} setting={setting} />
      </Fold>
      {link !== undefined && (
        <Fold
          title="Dry run"
          about="The last 30 days of this link through these rules: who would have gone elsewhere."
          open={false}
        >
          <DryRunPanel link={link} values={() => form.getValues()} />
        </Fold>
      )}
      {link !== undefined && (
        <Fold
          title="Try it"
          about="What a visitor of your own making gets, before anything is saved."
          open={false}
        >
          <Simulator
            linkId={link.id}
            timeZone={setting.timeZone}
            routes={() => ({
              rules: rulesOf(form.getValues().rules),
              variants: variants.length === 0 ? null : variantsOf(form.getValues().variants),
            })}
          />
        </Fold>
      )}
    </>
  );
}
