import { checkSlug } from '@fairlead/contract/operations/dashboard/links';
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/CallError.ts';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';
import type { LinkFormState } from './LinkFormState.ts';
import { slugOf } from './slugOf.ts';
import { useVerifiedHosts } from './useVerifiedHosts.ts';
import { LIMITS } from '@fairlead/contract/limits';

/** Milliseconds after the last keystroke before the server is asked. */
const REST = 300;

/** The domain and the slug of a new link, checking whether the slug is available. */
export function ShortLinkFields({ form }: { readonly form: LinkFormState }) {
  const hosts = useVerifiedHosts() ?? [];
  const { domain, slug } = form.values;
  const host = domain || hosts[0] || '';
  const proposal = slugOf(form.values.name);
  const check = useSlugCheck(slug.trim());
  const { error, ...slugInput } = form.getInputProps('slug');
  return (
    <div role="group" aria-label="Short link">
      <Group gap="xs" align="flex-start">
        <Select
          label={FIELD_LABELS.domain}
          data={[...hosts]}
          allowDeselect={false}
          value={host === '' ? null : host}
          onChange={(chosen) => form.setFieldValue('domain', chosen ?? '')}
          error={form.errors['domain']}
          style={{ flex: '1 1 12rem' }}
        />
        <TextInput
          label={FIELD_LABELS.slug}
          placeholder="Leave empty for a random one"
          maxLength={LIMITS.slugLength}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          leftSection="/"
          {...slugInput}
          error={error ?? check.problem}
          style={{ flex: '1 1 12rem' }}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={4} className="break" aria-live="polite">
        {check.available && `${host}/${slug.trim()} is available.`}
      </Text>
      {slug === '' && proposal !== undefined && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => form.setFieldValue('slug', proposal)}
        >
          {`Use /${proposal}`}
        </Button>
      )}
    </div>
  );
}

interface SlugCheck {
  readonly available: boolean;
  readonly problem?: string;
}

function useSlugCheck(slug: string): SlugCheck {
  const params = { projectId: useProjectId() };
  const [rested] = useDebouncedValue(slug, REST);
  const { data } = useQuery({
    ...ask(checkSlug, { params, query: { slug: rested } }),
    enabled: rested !== '',
  });
  if (data === undefined || rested !== slug || slug === '') return { available: false };
  if (data.problem === null) return { available: true };
  return { available: false, problem: sentenceOf({ field: 'slug', message: data.problem }) };
}
