import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../parts/Card.tsx';
import { When } from '../../parts/When.tsx';
import { TypeBadge } from './TypeBadge.tsx';

/** All that a link is, for reading. */
export function LinkDetails({ link }: { readonly link: ProjectLink }) {
  const destinations = [
    ['iPhone and iPad', link.iosUrl],
    ['Android', link.androidUrl],
    ['iPhone and iPad without the app', link.iosFallbackUrl],
    ['Android without the app', link.androidFallbackUrl],
    ['Everybody else', link.fallbackUrl],
  ] as const;
  return (
    <Card>
      <dl className="facts">
        <Fact name="Type">
          <TypeBadge type={link.type} />
        </Fact>
        <Fact name="Id">{link.id}</Fact>
        {link.externalId !== null && <Fact name="External id">{link.externalId}</Fact>}
        {destinations.map(
          ([name, url]) =>
            url !== null && (
              <Fact key={name} name={name}>
                {url}
              </Fact>
            ),
        )}
        <Fact name="Query parameters">
          {link.allowQueryPassthrough ? 'passed through' : 'not passed through'}
        </Fact>
        {link.type === 'dynamic' && (
          <>
            <Fact name="Page with an Open App button">
              {link.iosSocialBreakoutEffective ? 'on' : 'off'}
              {link.iosSocialBreakout === null && ', as the project says'}
            </Fact>
            <Fact name="Opens by itself in browsers">{link.iosBrowserAutoOpen ? 'yes' : 'no'}</Fact>
          </>
        )}
        {link.parameters !== null && <Fact name="Parameters">{json(link.parameters)}</Fact>}
        {link.metadata !== null && <Fact name="Metadata">{json(link.metadata)}</Fact>}
        <Fact name="Created">
          <When at={link.createdAt} />
        </Fact>
        <Fact name="Changed">
          <When at={link.updatedAt} />
        </Fact>
      </dl>
    </Card>
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
