import { LIMITS } from '@fairlead/contract/limits';
import { listBuilds } from '@fairlead/contract/operations/builds';
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { counted } from '../../parts/format.ts';
import { Row } from '../../parts/Row.tsx';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';
import { UnreachableCard } from './UnreachableCard.tsx';

const SYSTEMS = { ios: 'iOS', android: 'Android' } as const;

/** The builds that have said what they can open, with the phones that have them, and the links that too few can open. */
export function BuildCards() {
  const builds = useQuery(ask(listBuilds, { params: { projectId: useProjectId() } }));
  const published = builds.data?.builds.some(({ build }) => build !== null) ?? false;
  return (
    <>
      <Card
        title="Builds"
        about={`What each build of your app can open, and the phones that used it in the last ${LIMITS.reachDays} days. Links that too few of them can open get a warning.`}
      >
        <Loaded query={builds} waiting={<Waiting rows={2} height={52} />}>
          {({ builds: list }) =>
            published ? (
              list.map(({ platform, build, phones, routes, publishedAt }) => (
                <Row
                  key={`${platform} ${build}`}
                  actions={<Text size="sm">{counted(phones, 'phone', 'phones')}</Text>}
                >
                  <Text size="sm" fw={600} className="break">
                    {build === null
                      ? `Other builds on ${SYSTEMS[platform]}`
                      : `${SYSTEMS[platform]} ${build}`}
                  </Text>
                  <Text size="sm" c="dimmed" component="div">
                    {publishedAt === null ? (
                      'have not said what they can open'
                    ) : (
                      <>
                        {counted(routes, 'route', 'routes')}, published <When at={publishedAt} />
                      </>
                    )}
                  </Text>
                </Row>
              ))
            ) : (
              <Empty title="No build has said what it can open">
                Have your build machine do it: <Code>fairlead apps publish</Code>
              </Empty>
            )
          }
        </Loaded>
      </Card>
      {published && <UnreachableCard />}
    </>
  );
}
