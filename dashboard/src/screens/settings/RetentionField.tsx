import { getPlanUsage } from '@fairlead/contract/operations/dashboard/plan';
import { NumberInput, Text, type NumberInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { count } from '../../parts/format.ts';
import { asText } from '../../parts/asText.ts';

/** How many days the plan keeps clicks; null: forever; undefined until known. */
export function usePlanDays(): number | null | undefined {
  const { data } = useQuery(ask(getPlanUsage, { params: { projectId: useProjectId() } }));
  return data?.plan.clickRetentionDays;
}

/** How long individual clicks are kept: at most as long as the plan allows. */
export function RetentionField({
  planDays,
  ...input
}: NumberInputProps & { readonly planDays: number | null | undefined }) {
  return (
    <Card
      title="How long clicks are kept"
      about="Every click is a row of its own: when, which link, device, system, browser, country and where it came from."
    >
      <NumberInput
        label="Days"
        description={`Empty: ${planText(planDays)}.`}
        placeholder={planDays ? count(planDays) : ''}
        min={1}
        clampBehavior="none"
        allowDecimal={false}
        maw={360}
        {...input}
      />
      <Text size="sm" c="dimmed" mt="xs" maw={640}>
        When the days are over the rows are deleted for good. What was counted from them stays: the
        totals of every link, the charts and the numbers of the project. Exports of a period count
        the rows that are left.
      </Text>
    </Card>
  );
}

function planText(planDays: number | null | undefined): string {
  if (planDays === undefined) return 'as long as the plan keeps them';
  return planDays === null
    ? asText('forever')
    : `as long as the plan, which is ${count(planDays)} days`;
}

/** What is wrong with the number of days in the field; null if nothing. */
export function findFault(
  days: string | number,
  before: number | null,
  planDays: number | null | undefined,
): string | null {
  if (days === '' || days === before) return null;
  if (typeof days !== 'number' || days < 1) return 'At least one day, or empty.';
  if (planDays && days > planDays)
    return `The plan keeps clicks for ${count(planDays)} days at most.`;
  return null;
}

/** Asks for confirmation before a change that deletes rows; other changes apply immediately. */
export function confirmShorter(
  before: number | null,
  after: number | null,
  planDays: number | null | undefined,
  save: () => void,
): void {
  const most = planDays ?? Number.POSITIVE_INFINITY;
  const days = Math.min(after ?? most, most);
  if (days >= Math.min(before ?? most, most)) return save();
  confirm({
    title: `Keep clicks for ${count(days)} ${days === 1 ? 'day' : 'days'} only?`,
    text: 'In the coming night every click that is older is deleted from this project, and later ones follow as they reach that age. This cannot be undone, and a longer time brings nothing back. Totals and charts keep their numbers.',
    yes: 'Delete older clicks',
    onYes: save,
  });
}
