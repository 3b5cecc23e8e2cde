import { listDomains } from '@fairlead/contract/operations/dashboard/domains';
import {
  Collapse,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import type { LinkFormState } from './LinkForm.tsx';

/** What the link is called and of which type; of an existing one only the name changes. */
export function LinkIdentity({
  form,
  fixed,
}: {
  readonly form: LinkFormState;
  readonly fixed: boolean;
}) {
  return (
    <Card>
      <Stack>
        <TextInput
          label="Name"
          description="For you; also the title of the preview when you give none."
          placeholder="Summer sale"
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {!fixed && <NewLinkFields form={form} />}
      </Stack>
    </Card>
  );
}

function NewLinkFields({ form }: { readonly form: LinkFormState }) {
  const projectId = useProjectId();
  const { data } = useQuery(ask(listDomains, { params: { projectId } }));
  const [more, { toggle }] = useDisclosure(false);
  const verified = data?.domains.filter((domain) => domain.status === 'verified') ?? [];
  return (
    <>
      <Radio.Group label="Type" {...form.getInputProps('type')}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="dynamic"
            label="Dynamic"
            description="Opens the app where it is installed, else goes to the store or the web."
          />
          <Radio
            value="unified"
            label="Unified"
            description="Sends each system to an address of its own."
          />
        </Stack>
      </Radio.Group>
      <UnstyledButton
        type="button"
        onClick={toggle}
        aria-expanded={more}
        c="var(--mantine-color-anchor)"
        fz="sm"
        style={{ alignSelf: 'flex-start' }}
      >
        {more ? 'Hide address options' : 'Choose the address yourself'}
      </UnstyledButton>
      <Collapse expanded={more}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label="Domain"
            placeholder={verified.find((domain) => domain.isPrimary)?.host ?? 'Primary domain'}
            data={verified.map((domain) => domain.host)}
            clearable
            value={form.values.domain === '' ? null : form.values.domain}
            onChange={(host) => form.setFieldValue('domain', host ?? '')}
          />
          <TextInput
            label="Slug"
            description="The last part of the address. Made for you when empty."
            placeholder="summer"
            maxLength={255}
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('slug')}
          />
          <TextInput
            label="External id"
            description="Your own identifier; a second link with the same one is not made."
            maxLength={255}
            {...form.getInputProps('externalId')}
          />
        </SimpleGrid>
      </Collapse>
    </>
  );
}
