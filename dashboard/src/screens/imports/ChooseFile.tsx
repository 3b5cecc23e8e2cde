import { SOURCE_IDS } from '@fairlead/imports/Source';
import { SOURCES } from '@fairlead/imports/sources/index';
import { Alert, Button, FileInput, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useProjectId } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { CopyField } from '../../parts/Copy.tsx';
import { counted } from '../../parts/format.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { useVerifiedHosts } from '../links/form/useVerifiedHosts.ts';
import { commandFor } from './ApiSources.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import { faultOf, type ImportSetup, readSetup } from './importSetup.ts';

interface ChooseFileProps {
  readonly setup: ImportSetup | undefined;
  readonly checking: boolean;
  readonly onChange: (setup: ImportSetup | undefined) => void;
  readonly onCheck: (setup: ImportSetup) => void;
}

/** The file, its source, and its columns. */
export function ChooseFile({ setup, checking, onChange, onCheck }: ChooseFileProps) {
  const projectId = useProjectId();
  const [problem, setProblem] = useState<string>();
  const read = async (chosen: File | null) => {
    const found = chosen === null ? undefined : await readSetup(chosen);
    setProblem(typeof found === 'string' ? found : undefined);
    onChange(typeof found === 'string' ? undefined : found);
  };
  const total = setup?.file.rows.length ?? 0;
  const fault = setup === undefined ? undefined : faultOf(setup);
  return (
    <Card title="File">
      <Stack>
        <FileInput
          label="CSV file"
          description="As the other service exports it, or with a heading row of your own. An SQL dump of YOURLS works, too."
          accept=".csv,.tsv,.txt,.sql,text/csv"
          placeholder={setup?.name ?? 'Choose a file'}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear file' }}
          onChange={(chosen) => void read(chosen)}
        />
        {problem !== undefined && (
          <Alert color="red" role="alert" className="break">
            {problem}
          </Alert>
        )}
        {setup !== undefined && (
          <>
            <ReadAs setup={setup} onChange={onChange} />
            {setup.sourceId === 'csv' && (
              <ColumnMapping
                file={setup.file}
                mapping={setup.mapping}
                onChange={(mapping) => onChange({ ...setup, mapping })}
              />
            )}
          </>
        )}
        {fault === 'urlsOnly' && <NeedsApi />}
        <Group justify="flex-end">
          <ButtonLink to="/p/$projectId/links" params={{ projectId }} variant="default">
            Cancel
          </ButtonLink>
          <Button
            disabled={setup === undefined || fault !== undefined}
            loading={checking}
            onClick={() => setup && onCheck(setup)}
          >
            {total === 0 ? 'Preview' : `Preview ${counted(total, 'row', 'rows')}`}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

const SOURCE_CHOICES = SOURCE_IDS.map((value) => ({
  value,
  label: value === 'csv' ? 'Any CSV file' : SOURCES[value].name,
}));
/** Represents the domain given in each row of the file. */
const AS_IN_FILE = '';

function ReadAs({
  setup,
  onChange,
}: {
  readonly setup: ImportSetup;
  readonly onChange: (setup: ImportSetup) => void;
}) {
  const hosts = useVerifiedHosts() ?? [];
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label="Source"
        description="Recognized by the headings."
        data={SOURCE_CHOICES}
        allowDeselect={false}
        value={setup.sourceId}
        onChange={(id) => id !== null && onChange({ ...setup, sourceId: id })}
        style={{ flex: '1 1 14rem' }}
      />
      <Select
        label="Domain of the links"
        description="Printed links keep working only on their own domain."
        data={[{ value: AS_IN_FILE, label: 'As in the file' }, ...hosts]}
        allowDeselect={false}
        value={setup.domain ?? AS_IN_FILE}
        onChange={(host) => onChange({ ...setup, domain: host === AS_IN_FILE ? null : host })}
        style={{ flex: '1 1 14rem' }}
      />
    </Group>
  );
}

function NeedsApi() {
  return (
    <Alert color="yellow" role="alert" title="This file lists links, but not where they lead">
      <Text size="sm" mb={4}>
        Branch gives that away only through its API, link by link. The command line reads it with
        your Branch key:
      </Text>
      <CopyField value={commandFor('branch')} label="the command for Branch" />
    </Alert>
  );
}
