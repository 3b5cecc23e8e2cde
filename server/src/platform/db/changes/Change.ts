/** A change to something that processes keep in memory. */
export type Change =
  | { readonly kind: 'link'; readonly projectId: string; readonly slug: string }
  /** `links`: any of the project's links. */
  | { readonly kind: 'links' | 'project'; readonly projectId: string }
  | { readonly kind: 'installations'; readonly projectId: string }
  | { readonly kind: 'domain'; readonly host: string }
  /** The hex SHA-256 of the key's text. */
  | { readonly kind: 'key'; readonly hash: string };

/** A row of `changes`. */
export interface ChangeRow {
  readonly kind: Change['kind'];
  readonly project_id: string | null;
  readonly names: readonly string[];
}

/** The changes in a row; a row about several links is a change of each. */
export function readChange({ kind, project_id, names }: ChangeRow): Change[] {
  const projectId = project_id ?? '';
  switch (kind) {
    case 'link':
      return names.map((slug) => ({ kind, projectId, slug }));
    case 'domain':
      return names.map((host) => ({ kind, host }));
    case 'key':
      return names.map((hash) => ({ kind, hash }));
    default:
      return [{ kind, projectId }];
  }
}
