import type { RuleNote } from '@fairlead/contract/rules';
import { Alert, Text } from '@mantine/core';

/** What is worth knowing about a rule or variant: a rule that overlaps another works as it should. */
export function RuleNotes({ notes }: { readonly notes: readonly RuleNote[] }) {
  return notes.map(({ code, message }) =>
    code === 'overlaps' ? (
      <Text key={message} size="xs" c="dimmed" mt={4} className="break">
        {message}
      </Text>
    ) : (
      <Alert key={message} color="yellow" p="xs" mt="xs" className="break">
        {message}
      </Alert>
    ),
  );
}
