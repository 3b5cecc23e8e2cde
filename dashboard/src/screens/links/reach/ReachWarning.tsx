import { examineReach } from '@fairlead/contract/operations/builds';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';
import { creationOf, type LinkValues, withSchemes } from '../form/linkValues.ts';
import { isLow, ReachNote } from './ReachNote.tsx';

/** Milliseconds after the last keystroke before the server is asked. */
const REST = 300;

/** Says before a link is saved that too few phones can open it; it can be saved all the same. */
export function ReachWarning({ values }: { readonly values: LinkValues }) {
  const params = { projectId: useProjectId() };
  const { fallbackUrl, iosUrl, androidUrl, parameters } = creationOf(withSchemes(values));
  const [text] = useDebouncedValue(
    JSON.stringify({ fallbackUrl, iosUrl, androidUrl, parameters }),
    REST,
  );
  const { data } = useQuery({
    ...ask(examineReach, { params, body: JSON.parse(text) as object }),
    enabled: text !== '{}',
    placeholderData: keepPreviousData,
  });
  return (
    <div aria-live="polite">
      {text !== '{}' && data !== undefined && isLow(data) && <ReachNote reach={data} />}
    </div>
  );
}
