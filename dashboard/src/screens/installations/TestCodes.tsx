import {
  endTestCode,
  listTestCodes,
  type TestCode,
} from '@fairlead/contract/operations/dashboard/testCodes';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId, useRights } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { counted } from '../../parts/format.ts';
import { HistoryIconButton } from '../../parts/history/History.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Row } from '../../parts/Row.tsx';
import { Failure } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';

/** The test codes that work at present; nothing while there are none. */
export function TestCodes() {
  const codes = useQuery(ask(listTestCodes, { params: { projectId: useProjectId() } }));
  if (codes.isError) return <Failure error={codes.error} retry={codes.refetch} />;
  const list = codes.data?.testCodes ?? [];
  if (list.length === 0) return null;
  return (
    <Card title="Test codes" about="What apps do with them is counted here and nowhere else.">
      {list.map((code) => (
        <CodeRow key={code.id} code={code} />
      ))}
    </Card>
  );
}

function CodeRow({ code }: { readonly code: TestCode }) {
  const projectId = useProjectId();
  const { admin } = useRights();
  const end = useWrite(endTestCode, { changes: [listTestCodes], done: 'Test code ended.' });
  const { id: testCodeId, linkId, slug } = code;
  return (
    <Row
      actions={
        admin && (
          <Group gap="xs" wrap="nowrap">
            <HistoryIconButton target={{ kind: 'test_code', id: testCodeId, name: slug }} />
            <Button
              variant="default"
              size="sm"
              loading={end.isPending}
              aria-label={`End the test code for ${slug}`}
              onClick={() => end.mutate({ params: { projectId, testCodeId } })}
            >
              End
            </Button>
          </Group>
        )
      }
    >
      <TextLink
        to="/p/$projectId/links/$linkId"
        params={{ projectId, linkId }}
        underline="hover"
        fw={600}
        size="sm"
        className="break"
      >
        {slug}
      </TextLink>
      <Text size="sm" c="dimmed" component="div">
        {code.uses === 0 ? 'not used yet' : `used ${counted(code.uses, 'time', 'times')}`} · ends{' '}
        <When at={code.endsAt} />
      </Text>
    </Row>
  );
}
