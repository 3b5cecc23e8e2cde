import type { ProjectBrand } from '@fairlead/contract/operations/dashboard/brand';
import {
  BRAND_TEXTS,
  type BrandText,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '@fairlead/contract/pageTexts';
import { Select, Stack, TextInput } from '@mantine/core';
import { type BrandValues, TEXT_NAMES } from './brandValues.ts';

const LABELS: Readonly<Record<BrandText, string>> = {
  open: 'Button that opens the app',
  store: 'Button to the app store',
  browser: 'Button to the browser',
  openHint: 'Hint on the page with an “Open app” button',
  opening: 'Title while the app opens',
  nothingTitle: 'Title where a link does not exist',
  nothingText: 'Text where a link does not exist',
};

export const LANGUAGE_CHOICES = Object.entries(PAGE_LANGUAGES).map(([value, label]) => ({
  value,
  label,
}));

interface Props {
  readonly language: PageLanguage;
  readonly onLanguage: (language: PageLanguage) => void;
  readonly texts: BrandValues['texts'];
  readonly standardTexts: ProjectBrand['texts'];
  readonly disabled: boolean;
  readonly onChange: (texts: BrandValues['texts']) => void;
}

/** Own texts in one language; the others are kept. */
export function BrandTextFields(props: Props) {
  const { language, onLanguage, texts, standardTexts, disabled, onChange } = props;
  const own = texts[language] ?? {};
  return (
    <Stack>
      <Select
        label="Language"
        description="Visitors see the one that their phone asks for. The preview follows."
        data={LANGUAGE_CHOICES}
        value={language}
        allowDeselect={false}
        searchable
        onChange={(chosen) => chosen !== null && onLanguage(chosen as PageLanguage)}
      />
      {TEXT_NAMES.map((name) => (
        <TextInput
          key={name}
          label={LABELS[name]}
          placeholder={standardTexts[language]?.[name] ?? ''}
          maxLength={BRAND_TEXTS[name]}
          lang={language}
          dir="auto"
          readOnly={disabled}
          value={own[name] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...texts, [language]: { ...own, [name]: value } })
          }
        />
      ))}
    </Stack>
  );
}
