import {
  countInstallations,
  listInstallations,
} from '@fairlead/contract/operations/dashboard/installations';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Page } from '../../parts/Page.tsx';
import { PagedList } from '../../parts/PagedList.tsx';
import { Empty } from '../../parts/states.tsx';
import { InstallationFilterBar } from './InstallationFilterBar.tsx';
import {
  countQueryOf,
  type InstallationFilters,
  queryOf,
  readInstallationFilters,
} from './installationFilters.ts';
import { InstallationReceipt } from './InstallationReceipt.tsx';
import { InstallationRow } from './InstallationRow.tsx';
import { NewTestCode } from './NewTestCode.tsx';
import { countText, outcomeOptions } from './outcomes.ts';
import { TestCodes } from './TestCodes.tsx';

/** Installations of the app, or those of one device, user or customer; one of them with its receipt. */
export function Installations() {
  const { id } = useSearch({ from: '/signedIn/p/$projectId/installations' });
  return (
    <Page
      title="Installations"
      about="Who has the app, and how each first open was matched to a click, or why not."
      actions={<NewTestCode />}
    >
      {id === undefined ? <Found /> : <InstallationReceipt key={id} installationId={id} />}
    </Page>
  );
}

function Found() {
  const params = { projectId: useProjectId() };
  const navigate = useNavigate();
  // The router leaves in what is no filter.
  const filters = readInstallationFilters(
    useSearch({ from: '/signedIn/p/$projectId/installations' }),
  );
  const query = queryOf(filters);
  const counted = useQuery({
    ...ask(countInstallations, { params, query: countQueryOf(filters) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TestCodes />
      <SearchForm key={filters.search ?? ''} />
      <InstallationFilterBar
        filters={filters}
        outcomes={outcomeOptions(filters, counted.data)}
        onChange={(search) =>
          void navigate({ to: '/p/$projectId/installations', params, search, replace: true })
        }
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {counted.data && !counted.isPlaceholderData && countText(filters, counted.data)}
      </Text>
      <Card>
        <PagedList
          queryKey={[listInstallations.id, params, query]}
          load={(from) => call(listInstallations, { params, query: { ...query, ...from } })}
          items={(page) => page.installations}
          empty={<NothingFound filters={filters} />}
        >
          {(installation) => <InstallationRow key={installation.id} installation={installation} />}
        </PagedList>
      </Card>
    </>
  );
}

function NothingFound({ filters }: { readonly filters: InstallationFilters }) {
  if (Object.keys(filters).length === 0) {
    return (
      <Empty title="No installations yet">
        They appear when your app reports its first open with one of your keys.
      </Empty>
    );
  }
  return (
    <Empty title="No matching installations">
      {filters.search === undefined
        ? 'Change the filters, or clear them. How a first open was matched is kept for half a year.'
        : 'IDs are compared in full, exactly as the app sends them.'}
    </Empty>
  );
}

function SearchForm() {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { search, ...others } = readInstallationFilters(
    useSearch({ from: '/signedIn/p/$projectId/installations' }),
  );
  const form = useForm({ initialValues: { search: search ?? '' } });
  return (
    <Form
      form={form}
      error={null}
      onSend={(values) => {
        const text = values.search.trim();
        void navigate({
          to: '/p/$projectId/installations',
          params: { projectId },
          search: { ...others, ...(text !== '' && { search: text }) },
        });
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Find by ID"
          description="Of the installation, the device, your user or customer, in full."
          type="search"
          autoCapitalize="none"
          spellCheck={false}
          style={{ flex: '1 1 16rem', maxWidth: 480 }}
          {...form.getInputProps('search')}
        />
        <Button type="submit" variant="default" leftSection={<Search size={16} />}>
          Find
        </Button>
      </Group>
    </Form>
  );
}
