import { getProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { Receipt } from '@fairlead/contract/attributionResources';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { TextLink } from '../../parts/links.tsx';

type Named = Pick<Receipt['candidates'][number], 'linkId' | 'slug'>;

/** A link by its slug, leading to its page; text if it has been deleted since. */
export function ReceiptLink({ linkId, slug }: Named) {
  const projectId = useProjectId();
  const params = { projectId, linkId: linkId ?? '' };
  const { isSuccess } = useQuery({ ...ask(getProjectLink, { params }), enabled: linkId !== null });
  if (slug === null) return 'a deleted link';
  if (!isSuccess) return slug;
  return (
    <TextLink to="/p/$projectId/links/$linkId" params={params} inherit>
      {slug}
    </TextLink>
  );
}

/** A sentence of a receipt, in which the quoted slugs of its links lead to their pages. */
export function LinkedText({
  receipt,
  text,
}: {
  readonly receipt: Receipt;
  readonly text: string;
}) {
  const { delivered, test, candidates } = receipt;
  const named = new Map(
    [...candidates, delivered, test].flatMap((link) => (link ? [[link.slug, link]] : [])),
  );
  return text.split('"').map((part, place) => {
    const link = place % 2 === 1 ? named.get(part) : undefined;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence stay where they are
      <Fragment key={place}>
        {place > 0 && '"'}
        {link ? <ReceiptLink linkId={link.linkId} slug={link.slug} /> : part}
      </Fragment>
    );
  });
}
