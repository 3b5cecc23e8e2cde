import { UTM_FIELDS, type UtmField } from '@fairlead/contract/utmFields';
import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { useProject } from '../../../api/project.ts';
import type { LinkFormState } from './LinkFormState.ts';
import { readUtm, withUtm } from './utmParameters.ts';

const EXAMPLES: Readonly<Record<UtmField, string>> = {
  source: 'newsletter',
  medium: 'email',
  campaign: 'summer-sale',
  term: 'running shoes',
  content: 'header-image',
};

/** The campaign parameters of the destination, which is where they are kept. */
export function CampaignFields({ form }: { readonly form: LinkFormState }) {
  const { data: project } = useProject();
  const url = form.values.fallbackUrl;
  const hasUrl = url.trim() !== '';
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {UTM_FIELDS.map((name) => {
          const input = {
            label: FIELD_LABELS[`utmValues.${name}`],
            placeholder: EXAMPLES[name],
            disabled: !hasUrl,
            value: readUtm(url, name),
          };
          const set = (value: string) =>
            form.setFieldValue('fallbackUrl', withUtm(url, name, value));
          const allowed = project?.utmValues[name] ?? [];
          return allowed.length === 0 ? (
            <TextInput
              key={name}
              {...input}
              autoComplete="off"
              onChange={(event) => set(event.currentTarget.value)}
            />
          ) : (
            <Select
              key={name}
              {...input}
              value={input.value === '' ? null : input.value}
              // One that was chosen before it was no longer allowed is shown all the same.
              data={[...new Set([...allowed, input.value])].filter((value) => value !== '')}
              searchable
              clearable
              nothingFoundMessage="Not one of the values in your settings"
              onChange={(value) => set(value ?? '')}
            />
          );
        })}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {hasUrl ? 'They become part of the destination:' : 'Enter a destination first.'}
      </Text>
      <Text size="xs" className="break">
        {url}
      </Text>
    </Stack>
  );
}
