import type { LinkResults } from '@fairlead/contract/operations/rules';

type Experiment = NonNullable<LinkResults['experiment']>;

const STATES: Readonly<Record<Experiment['state'], string>> = {
  withheld:
    'Withheld: people are not assigned by the shares, so the variants cannot be compared. Find out why first.',
  tooFew: 'Too few people or conversions for a verdict; the rates may change a lot.',
  noDifference: 'No difference found so far. The intervals say how large it can still be.',
  difference: 'At least one variant differs from the first.',
};

/** What an experiment shows, in lines. */
export function renderExperiment(
  { state, arms, winner }: Experiment,
  by: LinkResults['by'],
): string[] {
  return [
    `Experiment by ${by}: ${STATES[state]}`,
    ...arms.map(renderArm),
    ...(winner === null ? [] : [`Winner: ${winner}`]),
  ];
}

function renderArm({
  name,
  share,
  people,
  conversions,
  rate,
  lift,
  interval,
}: Experiment['arms'][number]): string {
  const parts = [
    `${name} (${share}%): ${conversions} of ${people} people`,
    rate !== null && `${hundredths(rate)}%`,
    lift !== null && `lift ${signed(lift)}%`,
    interval !== null && `difference ${signed(interval[0])} to ${signed(interval[1])} points`,
  ];
  return `  ${parts.filter((part) => part !== false).join(', ')}`;
}

function hundredths(value: number): string {
  return (value * 100).toFixed(1);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${hundredths(Math.abs(value))}`;
}
