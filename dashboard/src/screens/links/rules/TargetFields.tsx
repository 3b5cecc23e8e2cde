import { DESTINATION_FIELDS, type DestinationField } from '@fairlead/contract/destinationFields';
import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import type { LinkType } from '@fairlead/contract/resources';
import { Autocomplete, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';
import { withScheme } from '../../../parts/form/webAddress.ts';
import type { RouteForm } from './RouteForm.ts';
import type { TargetDraft, TargetKind } from './routeDrafts.ts';

const KINDS: Readonly<Record<TargetKind, string>> = {
  own: 'Destinations of its own',
  link: 'Another link',
  update: 'Ask to update the app',
  same: 'Where the link leads',
};

/** The destinations that a link of a type has. */
const FIELDS: Readonly<Record<LinkType, readonly DestinationField[]>> = {
  unified: ['fallbackUrl', 'iosUrl', 'androidUrl'],
  dynamic: ['fallbackUrl', 'iosFallbackUrl', 'androidFallbackUrl'],
};

interface TargetProps {
  readonly form: RouteForm;
  /** Of the target: `rules.0.to`. */
  readonly path: string;
  readonly to: TargetDraft;
  readonly type: LinkType | undefined;
  readonly kinds: readonly TargetKind[];
}

/** Where a rule or a variant leads. */
export function TargetFields({ form, path, to, type, kinds }: TargetProps) {
  // What the API has set is not hidden.
  const fields = DESTINATION_FIELDS.filter(
    (field) => type === undefined || FIELDS[type].includes(field) || to[field] !== '',
  );
  return (
    <Stack gap="xs" role="group" aria-label="Where it leads">
      <Select
        label="Leads to"
        data={[...new Set([...kinds, to.kind])].map((value) => ({ value, label: KINDS[value] }))}
        allowDeselect={false}
        description={
          to.kind === 'update'
            ? 'Phones get the page of your app in their store, and the app is told to ask for an update.'
            : undefined
        }
        maw={360}
        value={to.kind}
        error={form.errors[path]}
        onChange={(kind) => {
          form.setFieldValue(path, { ...to, kind });
          form.clearFieldError(path);
        }}
      />
      {to.kind === 'own' &&
        fields.map((field) => (
          <Destination key={field} form={form} path={path} to={to} field={field} />
        ))}
      {to.kind === 'link' && <LinkField form={form} path={`${path}.slug`} slug={to.slug} />}
    </Stack>
  );
}

function Destination({
  form,
  path,
  to,
  field,
}: Pick<TargetProps, 'form' | 'path' | 'to'> & { readonly field: DestinationField }) {
  const whole = `${path}.${field}`;
  return (
    <TextInput
      label={FIELD_LABELS[field]}
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      placeholder={
        field === 'fallbackUrl' ? 'https://example.com/de' : to.fallbackUrl || 'As the destination'
      }
      {...form.getInputProps(whole)}
      onBlur={() => {
        if (withScheme(to[field]) !== to[field]) form.setFieldValue(whole, withScheme(to[field]));
      }}
    />
  );
}

const REST = 250;
const SHOWN = 20;

/** The slug of a link of the project, with those that match what is typed. */
function LinkField({
  form,
  path,
  slug,
}: Pick<TargetProps, 'form' | 'path'> & { readonly slug: string }) {
  const projectId = useProjectId();
  const [search] = useDebouncedValue(slug, REST);
  const { data } = useQuery({
    ...ask(listProjectLinks, {
      params: { projectId },
      query: { limit: SHOWN, ...(search !== '' && { search }) },
    }),
    placeholderData: keepPreviousData,
  });
  const names = new Map(data?.links.map(({ slug, name }) => [slug, name]));
  return (
    <Autocomplete
      label="Link"
      description="Its rules apply in turn."
      placeholder="Name or slug"
      leftSection="/"
      openOnFocus={false}
      data={[...names.keys()]}
      // The server has chosen them.
      filter={({ options }) => options}
      renderOption={({ option: { value } }) => {
        const name = names.get(value);
        return name ? `${name} (/${value})` : `/${value}`;
      }}
      maw={360}
      {...form.getInputProps(path)}
    />
  );
}
