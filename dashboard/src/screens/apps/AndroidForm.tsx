import {
  getProject,
  updateProject,
  type ProjectSettings,
} from '@fairlead/contract/operations/dashboard/projects';
import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { FormError } from '../../parts/states.tsx';
import {
  checkFingerprints,
  checkPackage,
  checkScheme,
  orNull,
  splitFingerprints,
} from './appValues.ts';
import { Completeness } from './Completeness.tsx';

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
