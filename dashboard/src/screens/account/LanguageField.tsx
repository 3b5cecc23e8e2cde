import { Select } from '@mantine/core';
import { LANGUAGE, LANGUAGE_COOKIE } from '@fairlead/contract/language';

const ALL = import.meta.env['LANGUAGES'] as readonly string[];
const YEAR_SECONDS = 365 * 24 * 3600;

/** In which language the server sends the dashboard to this browser; otherwise it is the one that the browser asks for. */
export function LanguageField() {
  return (
    <Select
      label="Language"
      description="Of the dashboard. Mails and what the API answers are in English. Remembered in this browser."
      data={ALL.map((language) => ({ value: language, label: ownName(language) }))}
      value={LANGUAGE}
      allowDeselect={false}
      onChange={(language) => {
        document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
        // Each language is a build of its own.
        window.location.reload();
      }}
    />
  );
}

/** "Deutsch": as somebody looks for it who reads nothing else. */
const ownName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
