import { getDomainAssociation } from '@fairlead/contract/operations/dashboard/domains';
import { Alert, Code, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Loaded, Waiting } from '../../parts/states.tsx';

/** What the domain serves so that iOS and Android trust the app with its links. */
export function Association({ domainId }: { readonly domainId: string }) {
  const projectId = useProjectId();
  const association = useQuery(ask(getDomainAssociation, { params: { projectId, domainId } }));
  return (
    <Stack gap="sm" mt="lg">
      <Title order={3}>Association files</Title>
      <Loaded query={association} waiting={<Waiting rows={2} height={96} />}>
        {({ findings, apple, appleUrl, android, androidUrl }) => (
          <>
            {findings.length === 0 ? (
              <Alert color="teal">iOS and Android find what they need on this domain.</Alert>
            ) : (
              <Alert color="yellow" title="Incomplete">
                <List size="sm">
                  {findings.map((finding) => (
                    <List.Item key={finding}>{finding}</List.Item>
                  ))}
                </List>
              </Alert>
            )}
            <Document title="iOS: apple-app-site-association" url={appleUrl} value={apple} />
            <Document title="Android: assetlinks.json" url={androidUrl} value={android} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Document({
  title,
  url,
  value,
}: {
  readonly title: string;
  readonly url: string;
  readonly value: unknown;
}) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" className="break" mb={4}>
        {url}
      </Text>
      <Code block tabIndex={0} aria-label={title} style={{ maxHeight: 240, overflow: 'auto' }}>
        {JSON.stringify(value, null, 2)}
      </Code>
    </div>
  );
}
