import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';

/** Services that links come from, and `csv` for any other file. */
export const SOURCE_IDS = [
  'firebase',
  'branch',
  'bitly',
  'shlink',
  'yourls',
  'kutt',
  'dub',
  'shortio',
  'rebrandly',
  'csv',
] as const;
export type SourceId = (typeof SOURCE_IDS)[number];

/** A link as an import makes it. */
export type ImportedLink = BulkLinkRequest;

/** Fields of a link that one value of a source can fill, as the API calls them. */
export type LinkField = Exclude<
  keyof ImportedLink,
  | 'type'
  | 'slug'
  | 'domain'
  | 'parameters'
  | 'metadata'
  | 'allowQueryPassthrough'
  | 'rules'
  | 'variants'
  | 'placements'
  // An import makes no folders.
  | 'folder'
>;

/** A record of a source: a row of a file by its headings, or an object of an API. */
export interface SourceRecord {
  /** As a spreadsheet numbers it, the headings being row 1; of an API, its place from 1. */
  readonly row: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Why the record cannot be read. */
  readonly fault?: string;
}

/** Where a short URL stands: `go.example.com/summer`. */
export interface Place {
  /** Null where the source does not say; the primary domain then. */
  readonly host: string | null;
  /** Without the slash before it; empty for the root. */
  readonly path: string;
}

/** Something of a record that does not arrive as it was. */
export interface Finding {
  /** As the source calls the field. */
  readonly field: string;
  /** `lost`: it is not kept. `changed`: it is kept in another form. */
  readonly kind: 'lost' | 'changed';
  readonly message: string;
}

/** A link in the making. */
export interface Draft {
  readonly link: { -readonly [Field in keyof ImportedLink]?: ImportedLink[Field] };
  readonly parameters: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
  readonly places: Place[];
  readonly findings: Finding[];
  /** What is wrong with the record, so that it becomes no link. */
  refusal?: string;
  /** Why the record is left out, although nothing is wrong with it. */
  skip?: string;
}

/** Reads a field of the record by any of its names; undefined where it is absent or says nothing. */
export type ReadField = (name: string) => unknown;

interface Named {
  /** Headings and names under which the field comes, compared without case and signs; the first is shown. */
  readonly names: readonly string[];
  /** Headings that stand for the first name, for the table; `nameColumns` knows them. */
  readonly also?: readonly string[];
}

/** What becomes of one field. The tables of docs/moving-in are made of these. */
export type FieldRule = Named &
  (
    | { readonly to: LinkField; readonly note?: string }
    /** More than a copy: `becomes` says it in words. */
    | {
        readonly becomes: string;
        readonly fill: (draft: Draft, value: unknown, rule: Named) => void;
      }
    /** Not kept; the reason stands in the report of each record that has it. */
    | { readonly lost: string }
    /** Says nothing that a link needs. */
    | { readonly ignored: string }
  );

export interface Source {
  readonly id: SourceId;
  /** As the service calls itself. */
  readonly name: string;
  /** Hosts that belong to the service and cannot be pointed elsewhere. */
  readonly ownHosts: RegExp | null;
  /** Whether a file with these headings is one of its files. */
  readonly recognise: (headings: ReadonlySet<string>, count: number) => boolean;
  /** The names that stand for the headings of a file, where they are not to be taken as they are. */
  readonly nameColumns?: (headings: readonly string[]) => readonly string[];
  readonly rules: readonly FieldRule[];
  /** A record without a short URL becomes a link with a path of its own making. */
  readonly slugOptional?: boolean;
  /** A record may lead nowhere but into the app, by its parameters. */
  readonly appOnly?: boolean;
  /** What becomes of a field that no rule names. */
  readonly rest?: {
    readonly becomes: string;
    readonly take: (draft: Draft, name: string, value: unknown) => void;
  };
  /** What several fields say together, after each has been read. */
  readonly finish: (draft: Draft, read: ReadField) => void;
}

/** A name as names are compared: lower case, without spaces and most signs. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9$~+]/g, '');
}
