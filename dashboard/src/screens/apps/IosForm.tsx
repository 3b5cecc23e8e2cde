import {
  getProject,
  updateProject,
  type ProjectSettings,
} from '@fairlead/contract/operations/dashboard/projects';
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { FormError } from '../../parts/states.tsx';
import { checkBundleId, checkScheme, checkStoreId, checkTeamId, orNull } from './appValues.ts';
import { Completeness } from './Completeness.tsx';

export function IosForm({ settings }: { readonly settings: ProjectSettings }) {
  const { admin } = useRights();
  const { ios } = settings;
  const form = useForm({
    initialValues: {
      teamId: ios.teamId ?? '',
      bundleId: ios.bundleId ?? '',
      storeId: ios.storeId ?? '',
      scheme: ios.scheme ?? '',
    },
    validateInputOnBlur: true,
    validate: {
      teamId: checkTeamId,
      bundleId: checkBundleId,
      storeId: checkStoreId,
      scheme: checkScheme,
    },
  });
  const save = useWrite(updateProject, {
    quiet: true,
    changes: [getProject],
    done: 'The iOS app is saved.',
    onDone: () => form.resetDirty(),
  });
  return (
    <Card
      title="iOS"
      about="With team and bundle set, iOS opens your app for links on your domains."
      actions={<Completeness complete={ios.complete} />}
    >
      <form
        onSubmit={form.onSubmit((values) =>
          save.mutate({
            params: { projectId: settings.id },
            body: {
              ios: {
                teamId: orNull(values.teamId),
                bundleId: orNull(values.bundleId),
                storeId: orNull(values.storeId),
                scheme: orNull(values.scheme),
              },
            },
          }),
        )}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Team identifier"
              description="In your Apple developer account, under Membership."
              placeholder="ABCDE12345"
              {...form.getInputProps('teamId')}
            />
            <TextInput
              label="Bundle identifier"
              description="In Xcode, under Signing & Capabilities."
              placeholder="com.example.app"
              {...form.getInputProps('bundleId')}
            />
            <TextInput
              label="App Store number"
              description="The number at the end of your App Store address."
              placeholder="123456789"
              {...form.getInputProps('storeId')}
            />
            <TextInput
              label="Custom scheme"
              description="The part before :// in your app’s own links."
              placeholder="myapp"
              {...form.getInputProps('scheme')}
            />
          </SimpleGrid>
          <FormError error={save.error} />
          {admin && (
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                Save the iOS app
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  );
}
