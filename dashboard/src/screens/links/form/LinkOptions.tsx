import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Switch, TextInput } from '@mantine/core';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { Fold } from '../../../parts/form/Fold.tsx';
import { RouteFolds } from '../rules/RouteFolds.tsx';
import { CampaignFields } from './CampaignFields.tsx';
import { hasCampaign } from './utmParameters.ts';
import { DestinationFields } from './DestinationFields.tsx';
import { ExpiryFold } from './ExpiryFold.tsx';
import { LinkFlags } from './LinkFlags.tsx';
import type { LinkFormState } from './LinkFormState.ts';
import type { LinkValues } from './linkValues.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import { PreviewFields } from './PreviewFields.tsx';
import { LIMITS } from '@fairlead/contract/limits';

interface OptionsProps {
  readonly form: LinkFormState;
  /** The form's initial values: parts that have any start open. */
  readonly initial: LinkValues;
  /** Another number whenever values come from somewhere else than the fields. */
  readonly revision: number;
  /** The link that is edited; undefined for a new one. */
  readonly link: ProjectLink | undefined;
  /** Whether an image is on its way. */
  readonly onUploading: (uploading: boolean) => void;
}

/** Options that many links do not change, collapsed. */
export function LinkOptions({ form, initial, revision, link, onUploading }: OptionsProps) {
  const dynamic = form.values.type === 'dynamic';
  return (
    <>
      <Fold
        title="Campaign"
        about="Source, medium and campaign, as your web analytics reads them from the destination."
        open={hasCampaign(initial.fallbackUrl)}
      >
        <CampaignFields form={form} />
      </Fold>
      <Fold
        title={dynamic ? 'Phones without the app' : 'iPhone and Android'}
        about="URLs of their own, such as your pages in the stores. Empty: the destination above."
        open={DESTINATION_FIELDS.some((name) => name !== 'fallbackUrl' && initial[name] !== '')}
      >
        <DestinationFields form={form} />
      </Fold>
      <RouteFolds form={form} link={link} />
      <Fold
        title="Social preview"
        about="Title, description and image when the link is shared."
        open={[initial.ogTitle, initial.ogDescription, initial.ogImage].some((text) => text !== '')}
      >
        <PreviewFields form={form} onUploading={onUploading} />
      </Fold>
      <Fold
        title="Parameters"
        about="Your app gets these when the link opens it, also after an install."
        open={Object.keys(initial.parameters).length > 0 || initial.allowQueryPassthrough}
      >
        <ParametersEditor
          key={revision}
          value={form.values.parameters}
          error={form.errors['parameters']}
          onChange={(parameters) => form.setFieldValue('parameters', parameters)}
        />
        <Switch
          mt="md"
          label={FIELD_LABELS.allowQueryPassthrough}
          description="What someone adds to the URL, such as ?ref=anna, reaches the app too and wins over a parameter of the same name. Parameters of the destination, such as utm_source, are always passed on."
          {...form.getInputProps('allowQueryPassthrough', { type: 'checkbox' })}
        />
      </Fold>
      {dynamic && (
        <Fold
          title="Opening the app on iPhone and iPad"
          about="How visitors in social apps and browsers get into your app."
          open={initial.breakout !== 'project' || initial.iosBrowserAutoOpen}
        >
          <LinkFlags form={form} />
        </Fold>
      )}
      <ExpiryFold form={form} initial={initial} />
      {link === undefined && (
        <Fold title="For developers" about="An identifier of your own system." open={false}>
          <TextInput
            label={FIELD_LABELS.externalId}
            description="A link with the same external ID is not created twice."
            maxLength={LIMITS.externalIdLength}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('externalId')}
          />
        </Fold>
      )}
    </>
  );
}
