import { previewMail, type ProjectMails } from '@fairlead/contract/operations/dashboard/brand';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Failure } from '../../parts/states.tsx';

/** Typing is over. */
const QUIET_MS = 300;

/** A mail as somebody would get it. */
export function MailPreview({ mails }: { readonly mails: ProjectMails }) {
  const params = { projectId: useProjectId() };
  const [kind, setKind] = useState<'invitation' | 'weekly'>('invitation');
  const [body] = useDebouncedValue({ mails, kind }, QUIET_MS);
  const { data, error } = useQuery({
    ...ask(previewMail, { params, body }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Mail of the preview"
        data={[
          { value: 'invitation', label: 'Invitation' },
          { value: 'weekly', label: 'Weekly mail' },
        ]}
        value={kind}
        onChange={setKind}
      />
      {error !== null && <Failure error={error} />}
      {data !== undefined && (
        <section aria-label="Preview of the mail">
          <Text
            size="sm"
            className="break"
          >{`From: ${data.from.name} <${data.from.address}>`}</Text>
          {data.replyTo !== null && (
            <Text size="sm" className="break">{`Reply to: ${data.replyTo}`}</Text>
          )}
          <Text size="sm" fw={600} className="break">
            {data.subject}
          </Text>
          <Text size="sm" mt="xs" className="break" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {data.text}
          </Text>
        </section>
      )}
    </Stack>
  );
}
