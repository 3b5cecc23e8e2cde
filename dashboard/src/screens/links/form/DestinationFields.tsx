import type { DestinationField } from '@fairlead/contract/destinationFields';
import type { ProjectSettings } from '@fairlead/contract/operations/dashboard/projects';
import { Button, Stack } from '@mantine/core';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { useProject } from '../../../api/project.ts';
import type { LinkFormState } from './LinkFormState.ts';
import type { LinkValues } from './linkValues.ts';
import { UrlInput } from './UrlInput.tsx';

const FIELDS: Record<LinkValues['type'], Record<'ios' | 'android', DestinationField>> = {
  unified: { ios: 'iosUrl', android: 'androidUrl' },
  dynamic: { ios: 'iosFallbackUrl', android: 'androidFallbackUrl' },
};

const STORES = { ios: 'App Store', android: 'Google Play' } as const;

/** Separate destinations for phones; if empty, they follow the destination of the link. */
export function DestinationFields({ form }: { readonly form: LinkFormState }) {
  const { data: project } = useProject();
  const fields = FIELDS[form.values.type];
  const inherited = form.values.fallbackUrl.trim() || project?.defaultUrl || '';
  return (
    <Stack>
      {(['ios', 'android'] as const).map((system) => {
        const name = fields[system];
        const store = project && storePage(project, system);
        return (
          <div key={name}>
            <UrlInput
              form={form}
              name={name}
              label={FIELD_LABELS[name]}
              placeholder={inherited || 'https://example.com/summer'}
            />
            {store !== undefined && form.values[name] !== store && (
              <Button
                variant="subtle"
                size="compact-xs"
                mt={4}
                onClick={() => form.setFieldValue(name, store)}
              >
                {`Use your page in ${STORES[system]}`}
              </Button>
            )}
          </div>
        );
      })}
    </Stack>
  );
}

/** The app's page in a platform's store, if it is set on the Apps screen. */
function storePage(
  { ios, android }: Pick<ProjectSettings, 'ios' | 'android'>,
  system: 'ios' | 'android',
): string | undefined {
  if (system === 'ios') {
    return ios.storeId === null ? undefined : `https://apps.apple.com/app/id${ios.storeId}`;
  }
  return android.packageName === null
    ? undefined
    : `https://play.google.com/store/apps/details?id=${android.packageName}`;
}
