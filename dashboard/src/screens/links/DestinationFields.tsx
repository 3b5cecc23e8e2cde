import { Stack, TextInput } from '@mantine/core';
import { useProject } from '../../api/project.ts';
import type { LinkFormState } from './LinkForm.tsx';
import type { LinkValues } from './linkValues.ts';

interface Field {
  readonly name: keyof LinkValues & `${string}Url`;
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
}

const FIELDS: Record<LinkValues['type'], readonly Field[]> = {
  unified: [
    {
      name: 'iosUrl',
      label: 'iPhone and iPad',
      description: 'A web page, the App Store, or an address of your app.',
      placeholder: 'https://apps.apple.com/app/id123456789',
    },
    {
      name: 'androidUrl',
      label: 'Android',
      description: 'A web page, the Play Store, or an address of your app.',
      placeholder: 'https://play.google.com/store/apps/details?id=com.example.app',
    },
  ],
  dynamic: [
    {
      name: 'iosFallbackUrl',
      label: 'iPhone and iPad without the app',
      description: 'Usually your page in the App Store.',
      placeholder: 'https://apps.apple.com/app/id123456789',
    },
    {
      name: 'androidFallbackUrl',
      label: 'Android without the app',
      description: 'Usually your page in the Play Store.',
      placeholder: 'https://play.google.com/store/apps/details?id=com.example.app',
    },
  ],
};

/** The destinations that matter for the type, and everybody else's. */
export function DestinationFields({ form }: { readonly form: LinkFormState }) {
  const { data: project } = useProject();
  return (
    <Stack>
      {FIELDS[form.values.type].map(({ name, ...field }) => (
        <TextInput
          key={name}
          {...field}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps(name)}
        />
      ))}
      <TextInput
        label="Everybody else"
        description={
          project?.defaultUrl
            ? `Computers, and phones without an address above. When empty: ${project.defaultUrl}`
            : 'Computers, and phones without an address above.'
        }
        placeholder="https://example.com/summer"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('fallbackUrl')}
      />
    </Stack>
  );
}
