import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  type Passkey,
} from '@fairlead/contract/operations/dashboard/passkeys';
import { Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { makePasskey } from '../../api/passkeys.ts';
import { useWrite } from '../../api/queries.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { browserName } from './browserName.ts';

export type PasskeyDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly item: Passkey };

const TITLES = {
  add: 'Add a passkey',
  rename: 'Rename passkey',
  remove: 'Remove passkey',
} as const;

interface PasskeyDialogsProps {
  readonly dialog: PasskeyDialog | undefined;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

export function PasskeyDialogs({ dialog, hasPassword, onClose }: PasskeyDialogsProps) {
  return (
    <Modal
      opened={dialog !== undefined}
      onClose={onClose}
      title={dialog && TITLES[dialog.kind]}
      centered
    >
      {dialog?.kind === 'add' && <AddPasskey hasPassword={hasPassword} onClose={onClose} />}
      {dialog?.kind === 'rename' && <RenamePasskey item={dialog.item} onClose={onClose} />}
      {dialog?.kind === 'remove' && (
        <RemovePasskey item={dialog.item} hasPassword={hasPassword} onClose={onClose} />
      )}
    </Modal>
  );
}

interface DialogProps {
  readonly item: Passkey;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

function AddPasskey({ hasPassword, onClose }: Omit<DialogProps, 'item'>) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { name: browserName(navigator.userAgent), password: '' } });
  const add = useMutation({
    mutationFn: async ({ name, password }: typeof form.values) => {
      const options = await call(startPasskey, { body: confirmation(hasPassword, password) });
      return call(addPasskey, { body: { name, ...(await makePasskey(options)) } });
    },
    onSuccess: async ({ name }) => {
      onClose();
      notifications.show({ message: `The passkey ${name} signs you in from now on.` });
      await queries.invalidateQueries({ queryKey: [listPasskeys.id] });
    },
  });
  return (
    <Form form={form} error={add.error} onSend={(values) => add.mutate(values)}>
      <Stack>
        <NameField {...form.getInputProps('name')} />
        {hasPassword && <OwnPassword {...form.getInputProps('password')} />}
        <Submit write={add} onCancel={onClose}>
          Continue
        </Submit>
      </Stack>
    </Form>
  );
}

function RenamePasskey({ item, onClose }: Omit<DialogProps, 'hasPassword'>) {
  const form = useForm({ initialValues: { name: item.name } });
  const rename = useWrite(renamePasskey, {
    quiet: true,
    changes: [listPasskeys],
    onDone: onClose,
  });
  const params = { passkeyId: item.id };
  return (
    <Form form={form} error={rename.error} onSend={(body) => rename.mutate({ params, body })}>
      <Stack>
        <NameField {...form.getInputProps('name')} />
        <Submit write={rename} onCancel={onClose}>
          Rename
        </Submit>
      </Stack>
    </Form>
  );
}

function RemovePasskey({ item, hasPassword, onClose }: DialogProps) {
  const form = useForm({ initialValues: { password: '' } });
  const remove = useWrite(removePasskey, {
    quiet: true,
    changes: [listPasskeys],
    done: `The passkey ${item.name} is removed.`,
    onDone: onClose,
  });
  const send = ({ password }: typeof form.values) =>
    remove.mutate({
      params: { passkeyId: item.id },
      body: confirmation(hasPassword, password),
    });
  return (
    <Form form={form} error={remove.error} onSend={send}>
      <Stack>
        <Text size="sm" className="break">
          {item.name} can no longer sign in. Where it has signed in before, you stay signed in until
          you sign out there. Your device may go on listing it: remove it there too.
        </Text>
        {hasPassword && <OwnPassword {...form.getInputProps('password')} />}
        <Submit write={remove} onCancel={onClose} color="red">
          Remove passkey
        </Submit>
      </Stack>
    </Form>
  );
}

function NameField(props: object) {
  return (
    <TextInput
      label="Name"
      description="By which you recognise it, such as the device that keeps it."
      required
      data-autofocus
      {...props}
    />
  );
}

function OwnPassword(props: object) {
  return (
    <PasswordInput label="Your password" autoComplete="current-password" required {...props} />
  );
}

/** Someone without a password is believed after a recent sign-in. */
function confirmation(hasPassword: boolean, password: string): { password?: string } {
  return hasPassword ? { password } : {};
}
