import {
  getBrand,
  type ProjectBrand,
  setBrand,
} from '@fairlead/contract/operations/dashboard/brand';
import type { PageLanguage } from '@fairlead/contract/pageTexts';
import { ColorInput, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { useProjectId, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { useUnsaved } from '../../parts/form/useUnsaved.ts';
import { BrandPreview } from './BrandPreview.tsx';
import { BrandTextFields } from './BrandTextFields.tsx';
import { brandOf, isColor, valuesOf } from './brandValues.ts';
import { contrastSentences } from './contrastSentences.ts';
import { MailFields } from './MailFields.tsx';
import { MailPreview } from './MailPreview.tsx';
import { PictureField } from './PictureField.tsx';

interface Props {
  readonly brand: ProjectBrand;
  readonly standardTexts: ProjectBrand['texts'];
}

/** How pages look, beside a preview of what is typed. */
// oxlint-disable-next-line max-lines-per-function -- one form, field after field
export function BrandForm({ brand, standardTexts }: Props) {
  const params = { projectId: useProjectId() };
  const { viewer } = useRights();
  const [language, setLanguage] = useState<PageLanguage>('en');
  const form = useForm({ initialValues: valuesOf(brand) });
  const { values } = form;
  const sent = useRef(values);
  const save = useWrite(setBrand, {
    quiet: true,
    changes: [getBrand],
    done: 'Saved. New visitors see it at once.',
    onDone: () => form.resetDirty(sent.current),
  });
  useUnsaved(() => form.isDirty());
  const { mails, ...shown } = brandOf({
    ...values,
    color: isColor(values.color) ? values.color : '',
  });
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Form
        form={form}
        error={save.error}
        fieldFor={(path) => (path.startsWith('mails.') ? path : undefined)}
        onSend={(typed) => {
          sent.current = typed;
          save.mutate({ params, body: brandOf(typed) });
        }}
      >
        <Stack gap="lg">
          <Card title="Look">
            <Stack>
              <PictureField
                label="Logo"
                description="PNG, JPEG or WebP. It is made small enough to be part of the page, without what a camera wrote into it."
                use="logo"
                value={values.logo}
                error={form.errors['logo']}
                disabled={viewer}
                onChange={(logo, logoTone) => form.setValues({ logo, logoTone })}
              />
              <PictureField
                label="App icon"
                description="In the browser’s tab, and instead of a logo where there is none."
                use="icon"
                value={values.icon}
                error={form.errors['icon']}
                disabled={viewer}
                onChange={(icon) => form.setFieldValue('icon', icon)}
              />
              <ColorInput
                label="Colour"
                description="Of the main button. Leave it empty for the standard blue."
                placeholder="#1a56db"
                format="hex"
                eyeDropperButtonProps={{ 'aria-label': 'Take a colour from the screen' }}
                readOnly={viewer}
                {...form.getInputProps('color')}
              />
              {isColor(values.color) && (
                <Text size="sm" c="dimmed" role="status">
                  {contrastSentences(values.color.trim().toLowerCase()).join(' ')}
                </Text>
              )}
              <Switch
                label="Show the image of the link"
                description="Pages that lead to the app show the preview image that a link has. Visitors load it from where it is, so its host learns their IP address."
                disabled={viewer}
                {...form.getInputProps('showLinkImage', { type: 'checkbox' })}
              />
            </Stack>
          </Card>
          <Card
            title="Links at the foot"
            about="Such as the ones the law of your country asks for."
          >
            <Stack>
              <TextInput
                label="Imprint"
                placeholder="https://example.com/imprint"
                inputMode="url"
                readOnly={viewer}
                {...form.getInputProps('imprintUrl')}
              />
              <TextInput
                label="Privacy"
                placeholder="https://example.com/privacy"
                inputMode="url"
                readOnly={viewer}
                {...form.getInputProps('privacyUrl')}
              />
            </Stack>
          </Card>
          <Card title="Texts" about="What you leave empty stays as it is.">
            <BrandTextFields
              language={language}
              onLanguage={setLanguage}
              texts={values.texts}
              standardTexts={standardTexts}
              disabled={viewer}
              onChange={(texts) => form.setFieldValue('texts', texts)}
            />
          </Card>
          <Card
            title="Mails"
            about="Invitations, the numbers of the week, exports, and news of domains and the plan. Mails about accounts, such as a new password, stay the server’s own."
          >
            <Stack gap="lg">
              <MailFields form={form} disabled={viewer} />
              <MailPreview mails={mails} />
            </Stack>
          </Card>
          {!viewer && (
            <Submit write={save} disabled={!form.isDirty()}>
              Save brand
            </Submit>
          )}
        </Stack>
      </Form>
      <div>
        <div style={{ position: 'sticky', top: 80 }}>
          <BrandPreview brand={shown} language={language} onLanguage={setLanguage} />
        </div>
      </div>
    </SimpleGrid>
  );
}
