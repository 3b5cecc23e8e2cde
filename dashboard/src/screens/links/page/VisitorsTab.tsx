import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Stack } from '@mantine/core';
import { useProject } from '../../../api/project.ts';
import { Card } from '../../../parts/Card.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { RouteCard } from '../rules/RouteCard.tsx';
import { Simulator } from '../simulator/Simulator.tsx';
import { Flow } from './Flow.tsx';
import type { LinkParams } from './useLiveClicks.ts';

/** What leads visitors of a link, what one of your own making gets, and what each kind does. */
export function VisitorsTab({
  link,
  params,
}: {
  readonly link: ProjectLink;
  readonly params: LinkParams;
}) {
  const project = useProject();
  return (
    <Stack gap="lg">
      <Loaded query={project} waiting={<Waiting rows={2} height={120} />}>
        {({ timeZone }) => (
          <>
            <RouteCard link={link} timeZone={timeZone} />
            <Card
              title="Try it"
              about="A visitor of your own making. Decided as for real ones, and not counted."
            >
              <Simulator linkId={link.id} timeZone={timeZone} />
            </Card>
          </>
        )}
      </Loaded>
      <Flow params={params} />
    </Stack>
  );
}
