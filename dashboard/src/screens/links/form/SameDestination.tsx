import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';
import { counted } from '../../../parts/format.ts';
import { TextLink } from '../../../parts/links.tsx';
import { withScheme } from '../../../parts/form/webAddress.ts';

/** Milliseconds after the last keystroke before the server is asked. */
const REST = 500;
/** How many links are named. */
const NAMED = 3;

/** Says which links lead to the destination of a new one already: it may be one of those that is wanted. */
export function SameDestination({ url }: { readonly url: string }) {
  const projectId = useProjectId();
  const [destination] = useDebouncedValue(withScheme(url), REST);
  const { data } = useQuery({
    ...ask(listProjectLinks, { params: { projectId }, query: { destination, limit: NAMED } }),
    enabled: destination !== '',
  });
  const links = destination === withScheme(url) ? (data?.links ?? []) : [];
  return (
    <div aria-live="polite">
      {data !== undefined && links.length > 0 && (
        <Text size="xs" c="dimmed" component="div">
          {`${counted(data.total, 'link leads', 'links lead')} there already:`}
          <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
            {links.map(({ id, name, slug }) => (
              <li key={id}>
                <TextLink
                  to="/p/$projectId/links/$linkId"
                  params={{ projectId, linkId: id }}
                  size="xs"
                  dir="auto"
                >
                  {name ?? slug}
                </TextLink>
              </li>
            ))}
          </ul>
        </Text>
      )}
    </div>
  );
}
