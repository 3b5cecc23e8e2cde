import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button, Grid, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form } from '../../../parts/form/Form.tsx';
import { FormError } from '../../../parts/states.tsx';
import { useUnsaved } from '../../../parts/form/useUnsaved.ts';
import { ConflictNotice } from '../edit/ConflictNotice.tsx';
import { LinkEssentials } from './LinkEssentials.tsx';
import { LinkOptions } from './LinkOptions.tsx';
import { LinkTypeField } from './LinkTypeField.tsx';
import type { LinkConflict } from '../edit/linkVersion.ts';
import { useRebase } from '../edit/useRebase.ts';
import { type LinkValues, withSchemes } from './linkValues.ts';
import { ReachWarning } from '../reach/ReachWarning.tsx';
import { unfilledIn } from '../templates/templateValues.ts';
import { faultsOf, routeFieldOf } from '../rules/routeDrafts.ts';
import { SocialCard } from './SocialCard.tsx';

interface LinkFormProps {
  readonly initial: LinkValues;
  /** The link being edited; its type, slug and domain cannot change. */
  readonly link?: ProjectLink;
  readonly save: string;
  readonly saving: boolean;
  readonly error: unknown;
  /** The link has changed since the form was opened, or since the version before. */
  readonly conflict?: LinkConflict | undefined;
  /** `before`: the values of the version that this changes. */
  readonly onSave: (values: LinkValues, before: LinkValues) => void;
  readonly cancel: ReactNode;
  /** Keeps what the form has for further links. */
  readonly onTemplate?: (values: LinkValues) => void;
}

/** A link's fields, those that most links need first, with a preview of its social card. */
export function LinkForm(props: LinkFormProps) {
  const { initial, link, save, saving, error, conflict, onSave, cancel, onTemplate } = props;
  const form = useForm<LinkValues>({
    initialValues: initial,
    validate: (values) => ({ ...faultsOf(values), ...unfilledIn(initial, values) }),
  });
  // The image would be missing in what is saved.
  const [uploading, setUploading] = useState(false);
  const sent = useRef(false);
  useEffect(() => {
    if (error !== null || conflict !== undefined) sent.current = false;
  }, [error, conflict]);
  const { before, changes, revision, take } = useRebase(form, initial, conflict);
  useUnsaved(() => form.isDirty() && !sent.current);
  const send = (values: LinkValues) => {
    sent.current = true;
    const whole = withSchemes(values);
    form.setValues(whole);
    onSave(whole, before());
  };
  return (
    <Form form={form} error={error} onSend={send} fieldFor={routeFieldOf}>
      {conflict !== undefined && (
        <ConflictNotice conflict={conflict} changes={changes} values={form.values} take={take} />
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <LinkEssentials form={form} fixed={link !== undefined} />
            <ReachWarning values={form.values} />
            {link === undefined && <LinkTypeField form={form} />}
            <LinkOptions
              form={form}
              revision={revision}
              initial={initial}
              link={link}
              onUploading={setUploading}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <div style={{ position: 'sticky', top: 76 }}>
            <SocialCard values={form.values} />
          </div>
        </Grid.Col>
      </Grid>
      <div className="form-footer">
        <FormError error={error} />
        <Group gap="xs">
          <Button type="submit" loading={saving || uploading}>
            {save}
          </Button>
          {cancel}
          {onTemplate && (
            <Button
              variant="subtle"
              ml="auto"
              onClick={() => onTemplate(withSchemes(form.getValues()))}
            >
              Save as template
            </Button>
          )}
        </Group>
      </div>
    </Form>
  );
}
