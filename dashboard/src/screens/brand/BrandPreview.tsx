import { type ProjectBrand, previewBrand } from '@fairlead/contract/operations/dashboard/brand';
import { tenths } from '../../parts/format.ts';
import { type BrandedPage, PAGE_LANGUAGES, type PageLanguage } from '@fairlead/contract/pageTexts';
import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Failure } from '../../parts/states.tsx';
import { LANGUAGE_CHOICES } from './BrandTextFields.tsx';

const PAGES: readonly { readonly value: BrandedPage; readonly label: string }[] = [
  { value: 'launch', label: 'Page with an “Open app” button' },
  { value: 'opening', label: 'While the app opens' },
  { value: 'desktop', label: 'QR code on a computer' },
  { value: 'nothing', label: 'Link that does not exist' },
  { value: 'preview', label: 'For social networks' },
];
/** Typing is over. */
const QUIET_MS = 300;

interface Props {
  readonly brand: ProjectBrand;
  readonly language: PageLanguage;
  readonly onLanguage: (language: PageLanguage) => void;
}

/**
 * The page as visitors would get it. It runs no scripts, and cannot reach the dashboard: the frame is sandboxed, and the
 * policy of the dashboard holds in it.
 */
export function BrandPreview({ brand, language, onLanguage }: Props) {
  const params = { projectId: useProjectId() };
  const [page, setPage] = useState<BrandedPage>('launch');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [body] = useDebouncedValue({ brand, page, language, scheme }, QUIET_MS);
  const { data, error } = useQuery({
    ...ask(previewBrand, { params, body }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Card title="Preview">
      <Stack gap="sm">
        <Select
          label="Page"
          data={PAGES}
          value={page}
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && setPage(chosen)}
        />
        <Select
          label="Language of the preview"
          data={LANGUAGE_CHOICES}
          value={language}
          allowDeselect={false}
          searchable
          onChange={(chosen) => chosen !== null && onLanguage(chosen as PageLanguage)}
        />
        <SegmentedControl
          aria-label="Colour scheme of the preview"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={scheme}
          onChange={setScheme}
        />
        {error !== null && <Failure error={error} />}
        {data !== undefined && (
          <iframe
            title={`Preview in ${PAGE_LANGUAGES[language]}`}
            sandbox=""
            srcDoc={data.html}
            tabIndex={-1}
            style={{
              width: '100%',
              height: 640,
              border: 0,
              borderRadius: 12,
              pointerEvents: 'none',
            }}
          />
        )}
        {data !== undefined && (
          <Text size="xs" c="dimmed">
            {`${tenths(data.bytes / 1024)} KB, in one request.`}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
