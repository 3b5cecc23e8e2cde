import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button, Grid, Group, Stack, Switch } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../parts/Card.tsx';
import { FormError } from '../../parts/states.tsx';
import { useUnsaved } from '../../parts/useUnsaved.ts';
import { DestinationFields } from './DestinationFields.tsx';
import { LinkFlags } from './LinkFlags.tsx';
import { LinkIdentity } from './LinkIdentity.tsx';
import type { LinkValues } from './linkValues.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import { PreviewFields } from './PreviewFields.tsx';
import { SocialCard } from './SocialCard.tsx';

export type LinkFormState = UseFormReturnType<LinkValues>;

interface LinkFormProps {
  readonly initial: LinkValues;
  /** The link that is edited; its type, slug and domain stay. */
  readonly link?: ProjectLink;
  readonly save: string;
  readonly saving: boolean;
  readonly error: unknown;
  readonly onSave: (values: LinkValues) => void;
  readonly cancel: ReactNode;
}

/** A link's fields, and beside them what a social network will show. */
export function LinkForm({ initial, link, save, saving, error, onSave, cancel }: LinkFormProps) {
  const form = useForm<LinkValues>({ initialValues: initial });
  const sent = useRef(false);
  useEffect(() => {
    if (error !== null) sent.current = false;
  }, [error]);
  useUnsaved(() => form.isDirty() && !sent.current);
  const send = (values: LinkValues) => {
    sent.current = true;
    onSave(values);
  };
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <LinkIdentity form={form} fixed={link !== undefined} />
            <Card title="Where it leads">
              <DestinationFields form={form} />
            </Card>
            <PreviewFields form={form} />
            <Card
              title="Parameters"
              about="Your app gets these when the link opens it, also after an install."
            >
              <ParametersEditor
                value={form.values.parameters}
                onChange={(parameters) => form.setFieldValue('parameters', parameters)}
              />
              <Switch
                mt="md"
                label="Pass query parameters through"
                description="What somebody adds to the address, such as ?ref=anna, reaches the app too and wins over a parameter of the same name."
                {...form.getInputProps('allowQueryPassthrough', { type: 'checkbox' })}
              />
            </Card>
            {form.values.type === 'dynamic' && <LinkFlags form={form} />}
            <FormError error={error} />
            <Group>
              <Button type="submit" loading={saving}>
                {save}
              </Button>
              {cancel}
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <div style={{ position: 'sticky', top: 76 }}>
            <SocialCard values={form.values} />
          </div>
        </Grid.Col>
      </Grid>
    </form>
  );
}
