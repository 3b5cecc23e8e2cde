import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { dryRunLink, type DryRunRequest } from '@fairlead/contract/operations/rules';
import { Button, Group, Stack } from '@mantine/core';
import { useWrite } from '../../../api/queries.ts';
import { withScheme } from '../../../parts/form/webAddress.ts';
import { CallRefused } from '../../../parts/states.tsx';
import type { LinkValues } from '../form/linkValues.ts';
import { rulesOf, variantsOf } from '../rules/routeDrafts.ts';
import { DryRunTable } from './DryRunTable.tsx';

const DAYS = 30;

interface PanelProps {
  readonly link: ProjectLink;
  /** The link as it would be saved. */
  readonly values: () => LinkValues;
}

/** The last days of a link through rules that are not saved yet. */
export function DryRunPanel({ link, values }: PanelProps) {
  const run = useWrite(dryRunLink, { quiet: true });
  return (
    <Stack>
      <Group>
        <Button
          variant="default"
          // Its words need two lines on a phone.
          h="auto"
          mih={36}
          py={6}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
          loading={run.isPending}
          onClick={() =>
            run.mutate({
              params: { id: link.id },
              body: { ...changeOf(link, values()), days: DAYS },
            })
          }
        >
          {`Run the last ${DAYS} days through these rules`}
        </Button>
      </Group>
      <div aria-live="polite">{run.data && !run.isError && <DryRunTable run={run.data} />}</div>
      <CallRefused error={run.error} />
    </Stack>
  );
}

function changeOf(link: ProjectLink, values: LinkValues): DryRunRequest {
  const destinations = DESTINATION_FIELDS.flatMap((field) => {
    const url = withScheme(values[field]) || null;
    return url === link[field] ? [] : [[field, url] as const];
  });
  return {
    ...Object.fromEntries(destinations),
    rules: rulesOf(values.rules),
    variants: values.variants.length === 0 ? null : variantsOf(values.variants),
  };
}
