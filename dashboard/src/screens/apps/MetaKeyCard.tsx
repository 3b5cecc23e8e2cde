import {
  getMetaReferrerKey,
  setMetaReferrerKey,
} from '@fairlead/contract/operations/dashboard/projects';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useProjectId, useRights } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { FormError, Loaded, Waiting } from '../../parts/states.tsx';
import { checkMetaKey } from './appValues.ts';

/** The key by which Meta encrypts which ad led to an install: its last characters, and a field for another. */
export function MetaKeyCard() {
  const key = useQuery(ask(getMetaReferrerKey, { params: { projectId: useProjectId() } }));
  return (
    <Card
      title="Ads on Facebook and Instagram"
      about="Meta tells Google Play which ad led to an install, in a form that only your app’s key can read. With the key, receipts name campaign, ad set and ad."
    >
      <Loaded query={key} waiting={<Waiting rows={1} height={120} />}>
        {({ lastCharacters }) => <KeyForm last={lastCharacters} />}
      </Loaded>
    </Card>
  );
}

function KeyForm({ last }: { readonly last: string | null }) {
  const params = { projectId: useProjectId() };
  // Not `admin`: the field stays until the person's role is known.
  const { viewer } = useRights();
  const form = useForm({
    initialValues: { key: '' },
    validateInputOnBlur: true,
    validate: { key: checkMetaKey },
  });
  const save = useWrite(setMetaReferrerKey, {
    quiet: true,
    changes: [getMetaReferrerKey],
    done: ({ lastCharacters }) => (lastCharacters === null ? 'Key removed.' : 'Key saved.'),
    onDone: () => form.reset(),
  });
  const askRemove = () =>
    confirm({
      title: 'Remove the key?',
      text: 'Receipts of later installs no longer name campaign, ad set and ad. Those that do keep them.',
      yes: 'Remove key',
      onYes: () => save.mutate({ params, body: { key: null } }),
    });
  return (
    <Form
      form={form}
      error={save.error}
      onSend={({ key }) => save.mutate({ params, body: { key: key.trim() } })}
    >
      <Stack>
        <Text size="sm">
          {last === null
            ? 'No key is set.'
            : `A key is set. It ends in ${last} and is not shown again.`}
        </Text>
        {!viewer && (
          <>
            <PasswordInput
              label={last === null ? 'Install referrer key' : 'Another key'}
              description="In Meta’s App Dashboard under Settings, Basic, Android: Install Referrer Decryption Key."
              autoComplete="off"
              {...form.getInputProps('key')}
            />
            <FormError error={save.error} />
            <Group>
              <Button
                type="submit"
                loading={save.isPending}
                disabled={form.values.key.trim() === ''}
              >
                {last === null ? 'Save key' : 'Replace key'}
              </Button>
              {last !== null && (
                <Button variant="default" onClick={askRemove}>
                  Remove key
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Form>
  );
}
