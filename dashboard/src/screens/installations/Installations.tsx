import { listInstallations } from '@fairlead/contract/operations/dashboard/installations';
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useProjectId } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Page } from '../../parts/Page.tsx';
import { PagedList } from '../../parts/PagedList.tsx';
import { Empty } from '../../parts/states.tsx';
import { InstallationReceipt } from './InstallationReceipt.tsx';
import { InstallationRow } from './InstallationRow.tsx';
import { NewTestCode } from './NewTestCode.tsx';
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
  const { search } = useSearch({ from: '/signedIn/p/$projectId/installations' });
  return (
    <>
      <TestCodes />
      <SearchForm key={search ?? ''} />
      <Card>
        <PagedList
          queryKey={[listInstallations.id, params, search]}
          load={(from) =>
            call(listInstallations, {
              params,
              query: { ...(search !== undefined && { search }), ...from },
            })
          }
          items={(page) => page.installations}
          empty={<NothingFound searched={search !== undefined} />}
        >
          {(installation) => <InstallationRow key={installation.id} installation={installation} />}
        </PagedList>
      </Card>
    </>
  );
}

function NothingFound({ searched }: { readonly searched: boolean }) {
  return searched ? (
    <Empty title="No installation with this ID">
      IDs are compared in full, exactly as the app sends them.
    </Empty>
  ) : (
    <Empty title="No installations yet">
      They appear when your app reports its first open with one of your keys.
    </Empty>
  );
}

function SearchForm() {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { search } = useSearch({ from: '/signedIn/p/$projectId/installations' });
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
          search: text === '' ? {} : { search: text },
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
