import type { ProjectSettings } from '@fairlead/contract/operations/dashboard/projects';
import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AppCard } from './AppCard.tsx';
import {
  checkFingerprints,
  checkPackage,
  checkScheme,
  orNull,
  splitFingerprints,
} from './appValues.ts';
import { SchemeInput } from './SchemeInput.tsx';

export function AndroidForm({ settings }: { readonly settings: ProjectSettings }) {
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
  return (
    <AppCard
      settings={settings}
      system="Android"
      about="Once package name and fingerprint are set, Android opens your app for links on your domains."
      complete={android.complete}
      form={form}
      names={{ sha256Fingerprints: 'fingerprints' }}
      bodyOf={(values) => ({
        android: {
          packageName: orNull(values.packageName),
          scheme: orNull(values.scheme),
          sha256Fingerprints: splitFingerprints(values.fingerprints),
        },
      })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Package name"
          description="The applicationId in your build.gradle."
          placeholder="com.example.app"
          {...form.getInputProps('packageName')}
        />
        <SchemeInput {...form.getInputProps('scheme')} />
      </SimpleGrid>
      <Textarea
        label="SHA-256 fingerprints"
        description="One per line. In the Play Console under App integrity; add that of your debug key too."
        placeholder="14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:…"
        autosize
        minRows={2}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        {...form.getInputProps('fingerprints')}
      />
    </AppCard>
  );
}
