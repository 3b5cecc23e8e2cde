import { Select, type SelectProps, Stack, Textarea, type TextareaProps } from '@mantine/core';
import { Card } from '../../parts/Card.tsx';

interface Props {
  readonly leads: SelectProps;
  /** Null where the list has no effect. */
  readonly hosts: TextareaProps | null;
}

/** Where links made with a publishable key may lead. */
export function AppLinksCard({ leads, hosts }: Props) {
  return (
    <Card
      title="Links made by apps"
      about="Anyone can read the publishable key in your app. This decides where links made with it may lead."
    >
      <Stack maw={520}>
        <Select
          label="They lead to"
          data={[
            { value: 'listed', label: 'Pages of this project' },
            { value: 'any', label: 'Any page' },
            { value: 'none', label: 'Nowhere: apps make no links' },
          ]}
          allowDeselect={false}
          {...leads}
        />
        {hosts && (
          <Textarea
            label="Further hosts"
            description="One per line, such as shop.example.com or *.example.com. Your default URL, link domains, the store pages of your apps and every host that a link made by people or with a secret key leads to are allowed anyway."
            placeholder="shop.example.com"
            autosize
            minRows={2}
            {...hosts}
          />
        )}
      </Stack>
    </Card>
  );
}
