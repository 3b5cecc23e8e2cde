import type { ProjectSettings } from '@fairlead/contract/operations/dashboard/projects';
import { SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AppCard } from './AppCard.tsx';
import { checkBundleId, checkScheme, checkStoreId, checkTeamId, orNull } from './appValues.ts';
import { SchemeInput } from './SchemeInput.tsx';

export function IosForm({ settings }: { readonly settings: ProjectSettings }) {
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
  return (
    <AppCard
      settings={settings}
      system="iOS"
      about="Once team ID and bundle ID are set, iOS opens your app for links on your domains."
      complete={ios.complete}
      form={form}
      bodyOf={(values) => ({
        ios: {
          teamId: orNull(values.teamId),
          bundleId: orNull(values.bundleId),
          storeId: orNull(values.storeId),
          scheme: orNull(values.scheme),
        },
      })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Team ID"
          description="In your Apple developer account, under Membership."
          placeholder="ABCDE12345"
          {...form.getInputProps('teamId')}
        />
        <TextInput
          label="Bundle ID"
          description="In Xcode, under Signing & Capabilities."
          placeholder="com.example.app"
          {...form.getInputProps('bundleId')}
        />
        <TextInput
          label="App Store ID"
          description="The number at the end of your App Store URL."
          placeholder="123456789"
          {...form.getInputProps('storeId')}
        />
        <SchemeInput {...form.getInputProps('scheme')} />
      </SimpleGrid>
    </AppCard>
  );
}
