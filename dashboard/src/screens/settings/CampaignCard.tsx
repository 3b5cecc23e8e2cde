import { LIMITS } from '@fairlead/contract/limits';
import { UTM_FIELDS, type UtmField } from '@fairlead/contract/utmFields';
import { Stack, TagsInput, type TagsInputProps } from '@mantine/core';
import { FIELD_LABELS } from '../../api/fieldLabels.ts';
import { Card } from '../../parts/Card.tsx';

/** Any value is allowed. */
export const NO_VALUES: Readonly<Record<UtmField, string[]>> = {
  source: [],
  medium: [],
  campaign: [],
  term: [],
  content: [],
};

/** Which campaign parameters people may give links. */
export function CampaignCard({
  inputOf,
}: {
  readonly inputOf: (name: UtmField) => TagsInputProps;
}) {
  return (
    <Card
      title="Campaign values"
      about="So that one campaign has one name in your numbers. People choose from these when they make a link; leave a field empty to allow anything. Keys are not restricted."
    >
      <Stack maw={520}>
        {UTM_FIELDS.map((name) => (
          <TagsInput
            key={name}
            label={FIELD_LABELS[`utmValues.${name}`]}
            placeholder="Press Enter after each"
            splitChars={[',']}
            acceptValueOnBlur
            maxTags={LIMITS.utmValues}
            {...inputOf(name)}
          />
        ))}
      </Stack>
    </Card>
  );
}
