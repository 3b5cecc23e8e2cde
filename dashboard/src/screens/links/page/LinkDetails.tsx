import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { Card } from '../../../parts/Card.tsx';
import { count } from '../../../parts/format.ts';
import { When } from '../../../parts/When.tsx';
import { FolderName } from '../folders/FolderName.tsx';
import { TypeBadge } from '../list/TypeBadge.tsx';

/** All fields of a link, read-only. */
export function LinkDetails({ link }: { readonly link: ProjectLink }) {
  return (
    <Card>
      <dl className="facts">
        <Fact name={FIELD_LABELS.type}>
          <TypeBadge type={link.type} />
        </Fact>
        <Fact name="ID">{link.id}</Fact>
        {link.externalId !== null && <Fact name={FIELD_LABELS.externalId}>{link.externalId}</Fact>}
        {DESTINATION_FIELDS.map((field) => {
          const { [field]: url } = link;
          return (
            url !== null && (
              <Fact key={field} name={FIELD_LABELS[field]}>
                {url}
              </Fact>
            )
          );
        })}
        <Fact name="Parameters added by visitors">
          {link.allowQueryPassthrough ? 'passed on' : 'not passed on'}; those of the destination,
          such as utm_source, always are
        </Fact>
        {link.type === 'dynamic' && (
          <>
            <Fact name={FIELD_LABELS.iosSocialBreakout}>
              {link.iosSocialBreakoutEffective ? 'on' : 'off'}
              {link.iosSocialBreakout === null && ', the default'}
            </Fact>
            <Fact name={FIELD_LABELS.iosBrowserAutoOpen}>
              {link.iosBrowserAutoOpen ? 'yes' : 'no'}
            </Fact>
          </>
        )}
        {link.parameters !== null && (
          <Fact name={FIELD_LABELS.parameters}>{json(link.parameters)}</Fact>
        )}
        {link.metadata !== null && <Fact name={FIELD_LABELS.metadata}>{json(link.metadata)}</Fact>}
        {link.tags.length > 0 && <Fact name={FIELD_LABELS.tags}>{link.tags.join(', ')}</Fact>}
        <Fact name={FIELD_LABELS.folder}>
          <FolderName id={link.folder} />
        </Fact>
        <Marks link={link} />
        {link.expiresAt !== null && (
          <Fact name={FIELD_LABELS.expiresAt}>
            <When at={link.expiresAt} />
          </Fact>
        )}
        {link.expiresAfterClicks !== null && (
          <Fact name={FIELD_LABELS.expiresAfterClicks}>{count(link.expiresAfterClicks)}</Fact>
        )}
        {link.expiredUrl !== null && <Fact name={FIELD_LABELS.expiredUrl}>{link.expiredUrl}</Fact>}
        {link.importedClicks !== null && (
          <Fact name={FIELD_LABELS.importedClicks}>
            {count(link.importedClicks)}, counted elsewhere before the import and not part of any
            number here
          </Fact>
        )}
        <Fact name="Created">
          <When at={link.createdAt} />
        </Fact>
        <Fact name="Last changed">
          <When at={link.updatedAt} />
        </Fact>
      </dl>
    </Card>
  );
}

function Marks({ link: { archived, printed } }: { readonly link: ProjectLink }) {
  return (
    <>
      {archived && <Fact name={FIELD_LABELS.archived}>yes; the link works as before</Fact>}
      {printed && (
        <Fact name={FIELD_LABELS.printed}>yes; what it leads to changes with approval</Fact>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" className="break" m={0}>
        {children}
      </Text>
    </div>
  );
}

function json(value: unknown): ReactNode {
  return (
    <Code block tabIndex={0} style={{ overflow: 'auto', maxWidth: '100%' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
