import type { SentInvitation } from '@fairlead/contract/operations/dashboard/members';
import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { CopyField } from '../../parts/Copy.tsx';
import { LIMITS } from '@fairlead/contract/limits';

/** If emails are not delivered: shows the link, once, for the person inviting to pass on. */
export function showLink({ email, link }: SentInvitation): void {
  if (link === null) return;
  const id = modals.open({
    title: `No email went to ${email}`,
    closeOnClickOutside: false,
    children: (
      <Stack>
        <Text size="sm">
          The invitation is valid. Send them this link yourself, and nobody else: it works once, for{' '}
          {LIMITS.invitationDays} days, and is not shown again. “Send again” sends the email again,
          with a new link.
        </Text>
        <CopyField value={link} label="the link" />
        <Button onClick={() => modals.close(id)}>Done</Button>
      </Stack>
    ),
  });
}
