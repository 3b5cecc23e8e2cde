import {
  createInvitation,
  listInvitations,
  type Invitation,
} from '@fairlead/contract/operations/dashboard/members';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/queries.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { showLink } from './showInvitationLink.tsx';

/** Asks whom to invite and with which role. */
export function Invite({
  projectId,
  onClose,
}: {
  readonly projectId: string;
  readonly onClose: () => void;
}) {
  const form = useForm<Pick<Invitation, 'email' | 'role'>>({
    initialValues: { email: '', role: 'viewer' },
  });
  const invite = useWrite(createInvitation, {
    quiet: true,
    changes: [listInvitations],
    done: ({ link, email }) => (link === null ? `An email is on its way to ${email}.` : undefined),
    onDone: (invitation) => {
      onClose();
      showLink(invitation);
    },
  });
  return (
    <Form
      form={form}
      error={invite.error}
      onSend={({ email, role }) =>
        invite.mutate({ params: { projectId }, body: { email: email.trim(), role } })
      }
    >
      <Stack>
        <TextInput
          label="Email"
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap="xs" mt="xs">
            <Radio value="viewer" label="Viewer" description="Sees everything, changes nothing." />
            <Radio
              value="admin"
              label="Admin"
              description="Also changes links, domains, keys, apps, members and settings."
            />
          </Stack>
        </Radio.Group>
        <Submit write={invite} onCancel={onClose}>
          Send invitation
        </Submit>
      </Stack>
    </Form>
  );
}
