import { createTestCode, listTestCodes } from '@fairlead/contract/operations/dashboard/testCodes';
import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { LIMITS } from '@fairlead/contract/limits';
import { Button, Modal, Select, type SelectProps, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectId, useRights } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { CopyField } from '../../parts/Copy.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { QrCode } from '../../parts/QrCode.tsx';

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
        <LinkSelect {...form.getInputProps('linkId')} />
        <Submit write={create} onCancel={onClose}>
          Make test code
        </Submit>
      </Stack>
    </Form>
  );
}

const REST = 250;
const SHOWN = 20;

/** The links that match what is typed, newest first. */
function LinkSelect(input: SelectProps) {
  const projectId = useProjectId();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, REST);
  const { data } = useQuery({
    ...ask(listProjectLinks, {
      params: { projectId },
      query: { limit: SHOWN, ...(search !== '' && { search }) },
    }),
    placeholderData: keepPreviousData,
  });
  const links = data?.links ?? [];
  return (
    <Select
      label="Link"
      placeholder="Name or slug"
      searchable
      data-autofocus
      // Or its list would cover the buttons from the start.
      openOnFocus={false}
      data={links.map(({ id, name, slug }) => ({ value: id, label: name ?? slug }))}
      // The server has chosen them.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      nothingFoundMessage="No matching links"
      {...input}
    />
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
