import { READERS } from '@fairlead/imports/apis/readers';
import { SOURCE_IDS, type SourceId } from '@fairlead/imports/Source';
import { SOURCES } from '@fairlead/imports/sources/index';
import { Stack, Text } from '@mantine/core';
import { CopyField } from '../../parts/Copy.tsx';
import { Fold } from '../../parts/form/Fold.tsx';

/** Services whose links the command line can read from an account, with the command for each. */
export function ApiSources() {
  const ids = SOURCE_IDS.filter((id) => READERS[id] !== undefined || id === 'branch');
  return (
    <Fold
      title="Import from an account instead of a file"
      about="The command line reads the API of the other service, which often knows more than its file."
      open={false}
    >
      <Stack gap="sm">
        <Text size="sm">
          Sign in once, then run the command for your service. It asks for the key of the other
          service, and with --dry-run it only shows what would be created.
        </Text>
        <CopyField
          value={`fairlead login --browser --server ${window.location.origin}`}
          label="the command to sign in"
        />
        <ul className="plain-list" aria-label="Commands">
          {ids.map((id) => (
            <li key={id} className="row">
              <Text size="sm" fw={600} mt="xs">
                {SOURCES[id].name}
              </Text>
              <CopyField value={commandFor(id)} label={`the command for ${SOURCES[id].name}`} />
            </li>
          ))}
        </ul>
      </Stack>
    </Fold>
  );
}

/** Branch has no list of links, so it takes a file; self-hosted services need their URL. */
export function commandFor(id: SourceId): string {
  const file = id === 'branch' ? 'links.csv ' : '';
  const address = READERS[id]?.base === null ? ' --source-url https://s.example.com' : '';
  return `fairlead import ${file}--from ${id}${address} --source-key -`;
}
