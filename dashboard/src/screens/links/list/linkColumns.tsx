import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { ReactNode } from 'react';
import { RestoreLink } from '../many/RestoreLink.tsx';
import { FolderName } from '../folders/FolderName.tsx';
import { Tags } from './Tags.tsx';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { deviceName } from '../../../numbers/visitNames.ts';
import { countryName } from '@fairlead/contract/ruleWords';
import { count } from '../../../parts/format.ts';
import { When } from '../../../parts/When.tsx';
import type { LinkSort } from './linkFilters.ts';
import { TypeBadge } from './TypeBadge.tsx';

/** A column of the list of links, in addition to the link itself. */
export interface LinkColumn {
  readonly key: string;
  /** For the heading; the chooser shows the full `name`. */
  readonly label: string;
  readonly name: string;
  readonly sort?: LinkSort;
  readonly number?: boolean;
  /** Pixels. */
  readonly width: number;
  /** Only in lists that request it. */
  readonly topValues?: boolean;
  readonly show: (link: ProjectLink) => ReactNode;
}

type Stat = Exclude<keyof ProjectLink['stats'], 'lastClickedAt'>;
type Top = keyof NonNullable<ProjectLink['topValues']>;

const number = (key: Stat, label: string, name: string, width = 84): LinkColumn => ({
  key,
  label,
  name,
  number: true,
  width,
  show: ({ stats }) => count(stats[key]),
});

const top = (
  key: Top,
  label: string,
  name: string,
  nameOf = (word: string): string => word,
): LinkColumn => ({
  key,
  label,
  name,
  width: 116,
  topValues: true,
  // Absent until the list that requests it has loaded.
  show: ({ topValues }) => {
    const word = topValues?.[key];
    return word === undefined ? '' : word === null ? '–' : nameOf(word);
  },
});

/** The columns of the export (Rule: exports 5) and others, in the order of the table. */
export const LINK_COLUMNS: readonly LinkColumn[] = [
  {
    key: 'type',
    label: 'Type',
    name: 'Type',
    width: 92,
    show: ({ type }) => <TypeBadge type={type} />,
  },
  {
    key: 'tags',
    label: FIELD_LABELS.tags,
    name: FIELD_LABELS.tags,
    width: 150,
    show: ({ tags }) => <Tags tags={tags} />,
  },
  {
    key: 'folder',
    label: FIELD_LABELS.folder,
    name: FIELD_LABELS.folder,
    width: 140,
    show: ({ folder }) => <FolderName id={folder} />,
  },
  {
    key: 'externalId',
    label: FIELD_LABELS.externalId,
    name: FIELD_LABELS.externalId,
    width: 140,
    show: ({ externalId }) => externalId ?? '–',
  },
  {
    key: 'createdAt',
    label: 'Created',
    name: 'Created',
    sort: 'createdAt',
    width: 132,
    show: ({ createdAt }) => <When at={createdAt} />,
  },
  { ...number('clicks', 'Clicks', 'Clicks', 76), sort: 'clickCount' },
  number('opens', 'Opens', 'App opens', 76),
  { ...number('installs', 'Installs', 'New installs', 76), sort: 'installCount' },
  number('returningUsers', 'Returning', 'Returning users'),
  number('attributedClicks', 'Credited', 'Credited clicks'),
  number('previews', 'Previews', 'Previews'),
  number('bots', 'Bots', 'Other bots', 72),
  top('device', 'Device', 'Top device', deviceName),
  top('os', 'System', 'Top system'),
  top('browser', 'Browser', 'Top browser'),
  top('country', 'Country', 'Top country', countryName),
  {
    key: 'lastClickedAt',
    label: 'Last click',
    name: 'Last click',
    sort: 'lastClickedAt',
    width: 148,
    show: ({ stats }) =>
      stats.lastClickedAt === undefined ? 'Never' : <When at={stats.lastClickedAt} />,
  },
];

const RESTORE: LinkColumn = {
  key: 'restore',
  label: '',
  name: 'Restore',
  width: 108,
  show: (link) => <RestoreLink link={link} />,
};

/** Those of the list of deleted links. */
export const DELETED_COLUMNS: Readonly<Record<'wide' | 'narrow', readonly LinkColumn[]>> = {
  wide: [
    { ...number('clicks', 'Clicks', 'Clicks', 76), sort: 'clickCount' },
    {
      key: 'deletedAt',
      label: 'Deleted',
      name: 'Deleted',
      sort: 'deletedAt',
      width: 148,
      show: ({ deletedAt }) => deletedAt !== undefined && <When at={deletedAt} />,
    },
    RESTORE,
  ],
  narrow: [RESTORE],
};

/** Shown by default: what fits the window without truncating most links. */
export const DEFAULT_COLUMNS = {
  wide: ['tags', 'createdAt', 'clicks', 'installs', 'returningUsers', 'lastClickedAt'],
  medium: ['clicks', 'installs', 'returningUsers', 'lastClickedAt'],
  narrow: ['clicks'],
} as const satisfies Record<string, readonly string[]>;
