import { listUnreachable, REACH_WARNING } from '@fairlead/contract/operations/builds';
import { Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import { useProjectId } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { counted, percent } from '../../parts/format.ts';
import { TextLink } from '../../parts/links.tsx';
import { PagedList } from '../../parts/PagedList.tsx';
import { Row } from '../../parts/Row.tsx';
import { Empty } from '../../parts/states.tsx';

/** The links of which the dashboard warns. */
export function UnreachableCard() {
  const params = { projectId: useProjectId() };
  return (
    <Card
      title="Links that too few phones can open"
      about={`Of the phones whose build has said what it can open, fewer than ${percent(REACH_WARNING, 1)} can open these.`}
    >
      <PagedList
        queryKey={[listUnreachable.id, params]}
        load={(query) => call(listUnreachable, { params, query })}
        items={(page) => page.links}
        empty={
          <Empty title="None">Every link can be opened by enough phones, as far as is known.</Empty>
        }
      >
        {({ id, name, shortUrl, share, cannotOpen }) => (
          <Row key={id} actions={<Text size="sm">{percent(share, 1)}</Text>}>
            <TextLink
              to="/p/$projectId/links/$linkId"
              params={{ ...params, linkId: id }}
              size="sm"
              className="break"
            >
              {name ?? shortUrl}
            </TextLink>
            <Text size="sm" c="dimmed">
              {`${counted(cannotOpen, 'phone', 'phones')} cannot open it`}
            </Text>
          </Row>
        )}
      </PagedList>
    </Card>
  );
}
