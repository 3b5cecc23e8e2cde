import type { EventNumbersQuery } from '@fairlead/contract/eventNumbers';
import { getLink } from '#links/finding/findLink.ts';
import type { Link } from '#links/link/Link.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AnalyticsWindow } from '#visits/numbers/AnalyticsWindow.ts';
import { chooseWindow } from '#visits/numbers/chooseWindow.ts';

type Asked = Pick<EventNumbersQuery, 'period' | 'from' | 'to' | 'timeZone' | 'link'>;

interface Scope {
  readonly window: AnalyticsWindow;
  /** Undefined: of the whole project. */
  readonly link: Link | undefined;
}

/** What numbers of events are asked about. NOT_FOUND for a link of another project; otherwise as `chooseWindow`. */
export async function chooseScope(
  db: Db,
  project: Project,
  { link: linkId, ...asked }: Asked,
): Promise<Scope> {
  const link = linkId === undefined ? undefined : await getLink(db, project, linkId);
  return { link, window: await chooseWindow(db, asked) };
}
