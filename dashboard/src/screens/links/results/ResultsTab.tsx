import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { getLinkResults, type LinkResults } from '@fairlead/contract/operations/rules';
import { Anchor, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../../api/queries.ts';
import { Card } from '../../../parts/Card.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { When } from '../../../parts/When.tsx';
import { ExperimentResults } from './ExperimentResults.tsx';
import { Prediction } from './Prediction.tsx';
import { RouteNumbers } from './RouteNumbers.tsx';

/** What the rules and variants of a link have brought since they were last changed. */
export function ResultsTab({ link }: { readonly link: ProjectLink }) {
  const [by, setBy] = useState<LinkResults['by']>('opens');
  const results = useQuery({
    ...ask(getLinkResults, { params: { id: link.id }, query: { by } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={results} waiting={<Waiting rows={3} height={140} />}>
      {(data) => (
        <Stack gap="lg">
          {data.experiment !== null && (
            <Card
              title="Experiment"
              about={
                <>
                  Look as often as you like.{' '}
                  <Anchor href="/docs/experiments.html" underline="always">
                    How experiments are judged
                  </Anchor>
                </>
              }
              actions={
                <SegmentedControl
                  aria-label="Judged by"
                  size="xs"
                  data={[
                    { value: 'opens', label: 'App opens' },
                    { value: 'installs', label: 'Installs' },
                  ]}
                  value={by}
                  onChange={(chosen) => setBy(chosen === 'installs' ? chosen : 'opens')}
                />
              }
            >
              <ExperimentResults experiment={data.experiment} by={data.by} />
            </Card>
          )}
          <Card
            title="By rule and variant"
            about={
              <>
                Since <When at={data.from} />. People are counted by the day.
              </>
            }
          >
            <RouteNumbers routes={data.routes} />
          </Card>
          {data.changedAt !== null && (
            <Prediction linkId={link.id} changedAt={data.changedAt} routes={data.routes} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
