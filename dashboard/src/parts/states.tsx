import { Alert, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { CallError, findingsOf, isNotFound, messageOf, sentenceOf } from '../api/CallError.ts';
import { ShownFindings } from './form/Form.tsx';
import { ButtonLink } from './links.tsx';

/** Nothing here yet: says what would be here and what to do next. */
export function Empty({
  title,
  order = 2,
  children,
  action,
}: {
  readonly title: string;
  /** 1 if there is nothing else on the page. */
  readonly order?: 1 | 2;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={420}>
        <Title order={order} ta="center">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" ta="center" size="sm" component="div">
            {children}
          </Text>
        )}
        {action !== undefined && <div style={{ marginTop: 8 }}>{action}</div>}
      </Stack>
    </Center>
  );
}

/** What went wrong, in the server's words, with a button to try again. */
export function Failure({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => unknown;
}) {
  if (isNotFound(error)) return <Gone words={messageOf(error)} />;
  return (
    <Alert color="red" icon={<CircleAlert size={18} />} title="Could not load this" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        {retry !== undefined && !isRefused(error) && (
          <Button size="xs" variant="default" onClick={() => void retry()}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Not allowed for the person's role; the message says so. */
function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.status === 403;
}

/** For something that retrying does not bring back: offers a link to where it would be. */
function Gone({ words }: { readonly words: string }) {
  const { projectId, linkId } = useParams({ strict: false });
  return (
    <div className="card" role="alert">
      <Empty
        title={words}
        action={
          projectId !== undefined && linkId !== undefined ? (
            <ButtonLink to="/p/$projectId/links" params={{ projectId }}>
              Go to links
            </ButtonLink>
          ) : (
            <ButtonLink to="/">Go to your projects</ButtonLink>
          )
        }
      >
        It was deleted, you don’t have access, or the URL is incomplete.
      </Empty>
    </div>
  );
}

/** Errors that belong to no field of the form, shown beside the button. */
export function FormError({ error }: { readonly error: unknown }) {
  const isShown = useContext(ShownFindings);
  if (error === null || error === undefined) return null;
  const findings = findingsOf(error);
  const others = findings.filter((finding) => !isShown(finding)).map(sentenceOf);
  if (findings.length > 0 && others.length === 0) return null;
  return (
    <Alert color="red" icon={<CircleAlert size={18} />} role="alert" className="break">
      {findings.length === 0 ? messageOf(error) : others.join(' ')}
    </Alert>
  );
}

/** What was refused of a call whose findings no field shows, though a form is around it. */
export function CallRefused({ error }: { readonly error: unknown }) {
  return (
    <ShownFindings value={() => false}>
      <FormError error={error} />
    </ShownFindings>
  );
}

/** Skeletons the height of the rows being loaded, so that nothing jumps. */
export function Waiting({
  rows = 4,
  height = 44,
}: {
  readonly rows?: number;
  readonly height?: number;
}) {
  return (
    <Stack gap="xs" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  );
}

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly waiting?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** A query's content, or a placeholder while it loads or if it failed. */
export function Loaded<T>({ query, waiting, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  return waiting ?? <Waiting />;
}
