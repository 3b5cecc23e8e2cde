import type { ExplainedVisit } from '@fairlead/contract/operations/explain';
import { List, Stack, Text } from '@mantine/core';

const PAGES: Readonly<Record<string, string>> = {
  redirect: 'Redirect',
  launch: 'Page with an “Open app” button',
  autoOpen: 'Page that opens the app automatically',
  androidOpen: 'Page that tries to open the app',
  preview: 'Social preview',
  desktop: 'Page with a QR code',
  nothing: '“Not found” page',
};

interface Counted {
  readonly label: string;
  readonly color: string;
}

const COUNTED: Readonly<Record<string, Counted>> = {
  click: { label: 'Counts as a click', color: 'harbour' },
  preview: { label: 'Counts as a preview', color: 'grape' },
  bot: { label: 'Counts as a bot', color: 'gray' },
};

export function countedAs(visit: ExplainedVisit): Counted {
  return COUNTED[visit.countedAs] ?? { label: 'Not counted', color: 'gray' };
}

/** What a visitor gets: where it leads, on which page, and why something failed. */
export function VisitOutcome({ visit }: { readonly visit: ExplainedVisit }) {
  const facts = [
    ['Opens', visit.opens],
    ['Without the app', visit.fallback],
    ['Store', visit.storeUrl],
  ] as const;
  return (
    <Stack gap={4}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <Text key={name} size="sm" className="break">
              <b>{name}:</b> {value}
            </Text>
          ),
      )}
      <Text
        size="sm"
        c="dimmed"
      >{`${PAGES[visit.page] ?? visit.page} (HTTP ${visit.status})`}</Text>
      {visit.notes.length > 0 && (
        <List size="sm">
          {visit.notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
