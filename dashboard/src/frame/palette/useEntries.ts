import { getProjectLink, type ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Link2, List } from 'lucide-react';
import { ask } from '../../api/queries.ts';
import { counted } from '../../parts/format.ts';
import { type Entry, type EntryGroup, narrow } from './Entry.ts';
import { type LinkAction, useLinkActions } from './linkActions.tsx';
import { useCommands } from './useCommands.ts';
import { useFoundLinks } from './useFoundLinks.ts';

/** The half of "do this with that link" that is chosen already. */
export type Picked = { readonly link: ProjectLink } | { readonly action: LinkAction } | undefined;

interface Given {
  readonly text: string;
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
  readonly onShortcuts: () => void;
}

/** What the palette shows for a text, in groups without empty ones, and how the search for links stands. */
export function useEntries({ text, picked, onPick, onShortcuts }: Given) {
  const { projectId, linkId } = useParams({ strict: false });
  const navigate = useNavigate();
  const actions = useLinkActions();
  const commands = useCommands(text, onShortcuts);
  const action = picked && 'action' in picked ? picked.action : undefined;
  const link = picked && 'link' in picked ? picked.link : undefined;
  const found = useFoundLinks(text, link === undefined && (action !== undefined || text !== ''));
  const params = { projectId: projectId ?? '', linkId: linkId ?? '' };
  const opened = useQuery({ ...ask(getProjectLink, { params }), enabled: linkId !== undefined });

  const doWith = (target: ProjectLink): Entry[] =>
    actions.map((each) => ({
      id: `this ${each.label}`,
      label: each.label,
      icon: each.icon,
      run: () => each.run(target),
    }));
  const links: Entry[] = found.links.map((each) => ({
    id: each.id,
    label: each.name ?? each.slug,
    detail: each.shortUrl.replace(/^https?:\/\//, ''),
    icon: Link2,
    ...(action === undefined && { link: each }),
    run: () => (action ?? actions[0]).run(each),
  }));
  const all: Entry = {
    id: 'all links',
    label: `Show all ${counted(found.total, 'matching link', 'matching links')}`,
    icon: List,
    run: () =>
      navigate({ to: '/p/$projectId/links', params, search: { search: text.trim(), show: 'all' } }),
  };
  const askFirst: Entry[] = actions.slice(1).map((each) => ({
    id: each.ask,
    label: each.ask,
    icon: each.icon,
    stays: true,
    run: () => onPick({ action: each }),
  }));

  const groups = ((): readonly EntryGroup[] => {
    if (link) return [{ name: nameOf(link), entries: narrow(doWith(link), text) }];
    if (action) return [{ name: 'Links', entries: links }];
    return [
      ...(opened.data && linkId !== undefined
        ? [{ name: nameOf(opened.data), entries: narrow(doWith(opened.data), text) }]
        : []),
      ...commands,
      ...(projectId === undefined
        ? []
        : [{ name: 'With a link', entries: narrow(askFirst, text) }]),
      { name: 'Links', entries: found.total > links.length ? [...links, all] : links },
    ];
  })();
  return { groups: groups.filter(({ entries }) => entries.length > 0), found };
}

function nameOf({ name, slug }: ProjectLink): string {
  return name ?? slug;
}
