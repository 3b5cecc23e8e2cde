import { createTestCode, listTestCodes } from '@fairlead/contract/operations/dashboard/testCodes';
import { LIMITS } from '@fairlead/contract/limits';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useProjectId, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { CopyField } from '../../parts/Copy.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { LinkSelect } from './LinkSelect.tsx';

/** Opens a dialog that makes a test code. */
export function NewTestCode() {
  const { admin } = useRights();
  const [opened, { open, close }] = useDisclosure(false);
  if (!admin) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        Test an install
      </Button>
      <Modal opened={opened} onClose={close} title="Test an install" centered>
        <Steps onClose={close} />
      </Modal>
    </>
  );
}

function Steps({ onClose }: { readonly onClose: () => void }) {
  const projectId = useProjectId();
  const form = useForm<{ linkId: string | null }>({
    initialValues: { linkId: null },
    validate: { linkId: (linkId) => (linkId === null ? 'Choose a link.' : null) },
  });
  const create = useWrite(createTestCode, { quiet: true, changes: [listTestCodes] });
  if (create.data !== undefined) return <Made text={create.data.text} onClose={onClose} />;
  return (
    <Form
      form={form}
      error={create.error}
      onSend={({ linkId }) => create.mutate({ params: { projectId, linkId: linkId ?? '' } })}
    >
      <Stack>
        <Text size="sm">
          Install your app without the store, and it opens as if this link had led to it. A test
          counts as no click, install or open.
        </Text>
        <LinkSelect
          data-autofocus
          // Or its list would cover the buttons from the start.
          openOnFocus={false}
          {...form.getInputProps('linkId')}
        />
        <Submit write={create} onCancel={onClose}>
          Make test code
        </Submit>
      </Stack>
    </Form>
  );
}

function Made({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        Enter or scan it in a test build of your app before its first start. It works for{' '}
        {LIMITS.testCodeHours} hours, on any number of phones, and is not shown again.
      </Text>
      <Stack align="center" gap="xs">
        <QrCode text={text} label="QR code of the test code" />
        <CopyField value={text} label="the test code" />
      </Stack>
      <Button onClick={onClose}>Done</Button>
    </Stack>
  );
}
