import { Progress, Stack, Table, Text } from '@mantine/core';
import { labelOf } from '../../../api/fieldLabels.ts';
import { sentenceOf } from '../../../api/CallError.ts';
import { count, counted } from '../../../parts/format.ts';
import type { ChangeOutcome } from './changeLinks.ts';

/** Refused links that are named. */
const NAMED = 20;

interface ProgressProps {
  readonly done: number;
  readonly total: number;
}

export function PreviewProgress({ done, total }: ProgressProps) {
  return (
    <div>
      <Progress value={(done / Math.max(1, total)) * 100} aria-label="Links looked at" size="lg" />
      <Text size="sm" className="number" mt={4}>
        {`${count(done)} of ${count(total)} looked at`}
      </Text>
    </div>
  );
}

/** What a replacement would do: how many links it changes, the first of them, and those that it cannot change. */
export function ReplacementPreview({ outcome }: { readonly outcome: ChangeOutcome }) {
  const { changed, examples, refused } = outcome;
  return (
    <Stack gap="xs" role="region" aria-label="Preview">
      <Text fw={600} aria-live="polite">
        {changed.length === 0
          ? 'No link would change.'
          : `${counted(changed.length, 'link will change', 'links will change')}.`}
      </Text>
      {examples.length > 0 && <Examples examples={examples} />}
      {changed.length > examples.length && (
        <Text size="sm" c="dimmed">
          {`And ${counted(changed.length - examples.length, 'link', 'links')} more.`}
        </Text>
      )}
      {refused.length > 0 && <Refused refused={refused} />}
    </Stack>
  );
}

function Examples({ examples }: Pick<ChangeOutcome, 'examples'>) {
  return (
    <Table.ScrollContainer minWidth={0} mah={280} tabIndex={0} aria-label="Links that change">
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Link</Table.Th>
            <Table.Th>Before and after</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {examples.map(({ slug, fields }) => (
            <Table.Tr key={slug}>
              <Table.Td className="break" style={{ verticalAlign: 'top' }}>
                {slug}
              </Table.Td>
              <Table.Td className="break">
                {fields.map(({ field, before, after }) => (
                  <div key={field}>
                    {field !== 'fallbackUrl' && (
                      <Text size="xs" c="dimmed">
                        {labelOf(field)}
                      </Text>
                    )}
                    <Text size="sm" component="del" c="dimmed" td="line-through" display="block">
                      {before}
                    </Text>
                    <Text size="sm" component="ins" td="none" display="block">
                      {after}
                    </Text>
                  </div>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Refused({ refused }: Pick<ChangeOutcome, 'refused'>) {
  return (
    <div>
      <Text fw={600} size="sm">
        {`${counted(refused.length, 'link stays', 'links stay')} as ${refused.length === 1 ? 'it is' : 'they are'}:`}
      </Text>
      <Text component="ul" size="sm" m={0} pl="md">
        {refused.slice(0, NAMED).map(({ id, slug, message }) => (
          <li key={id} className="break">
            {`${slug}: ${sentenceOf({ field: message.split(' ')[0] ?? '', message })}`}
          </li>
        ))}
      </Text>
      {refused.length > NAMED && (
        <Text size="sm" c="dimmed">
          {`And ${count(refused.length - NAMED)} more.`}
        </Text>
      )}
    </div>
  );
}
