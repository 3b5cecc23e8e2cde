import {
  getProject,
  updateProject,
  type ProjectSettings,
} from '@fairlead/contract/operations/dashboard/projects';
import { Badge, Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useProject, useRights } from '../api/project.ts';
import { useWrite } from '../api/queries.ts';
import { Card } from '../parts/Card.tsx';
import { Page } from '../parts/Page.tsx';
import { FormError, Loaded, Waiting } from '../parts/states.tsx';
import {
  checkBundleId,
  checkFingerprints,
  checkPackage,
  checkScheme,
  checkStoreId,
  checkTeamId,
  splitFingerprints,
} from './appValues.ts';

export function Apps() {
  const project = useProject();
  return (
    <Page
      title="Apps"
      about="What iOS and Android need to trust your app with your links. Changes reach the association files at once."
    >
      <Loaded query={project} waiting={<Waiting rows={2} height={320} />}>
        {(settings) => (
          <>
            <IosForm settings={settings} />
            <AndroidForm settings={settings} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function Completeness({ complete }: { readonly complete: boolean }) {
  return (
    <Badge variant="light" color={complete ? 'teal' : 'yellow'}>
      {complete ? 'Complete' : 'Not complete'}
    </Badge>
  );
}

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

export function AndroidForm({ settings }: { readonly settings: ProjectSettings }) {
  const { admin } = useRights();
  const { android } = settings;
  const form = useForm({
    initialValues: {
      packageName: android.packageName ?? '',
      scheme: android.scheme ?? '',
      fingerprints: android.sha256Fingerprints.join('\n'),
    },
    validateInputOnBlur: true,
    validate: { packageName: checkPackage, scheme: checkScheme, fingerprints: checkFingerprints },
  });
  const save = useWrite(updateProject, {
    quiet: true,
    changes: [getProject],
    done: 'The Android app is saved.',
    onDone: () => form.resetDirty(),
  });
  return (
    <Card
      title="Android"
      about="With package and fingerprint set, Android opens your app for links on your domains."
      actions={<Completeness complete={android.complete} />}
    >
      <form
        onSubmit={form.onSubmit((values) =>
          save.mutate({
            params: { projectId: settings.id },
            body: {
              android: {
                packageName: orNull(values.packageName),
                scheme: orNull(values.scheme),
                sha256Fingerprints: splitFingerprints(values.fingerprints),
              },
            },
          }),
        )}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Package name"
              description="The applicationId in your build.gradle."
              placeholder="com.example.app"
              {...form.getInputProps('packageName')}
            />
            <TextInput
              label="Custom scheme"
              description="The part before :// in your app’s own links."
              placeholder="myapp"
              {...form.getInputProps('scheme')}
            />
          </SimpleGrid>
          <Textarea
            label="SHA-256 fingerprints"
            description="One a line. In the Play Console under App integrity; add your debug key’s too."
            placeholder="14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:…"
            autosize
            minRows={2}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
            {...form.getInputProps('fingerprints')}
          />
          <FormError error={save.error} />
          {admin && (
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                Save the Android app
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  );
}
