import { LIMITS } from '@fairlead/contract/limits';
import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { Button, CopyButton, Group, Menu, Text } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { count, counted } from '../../../parts/format.ts';
import { ChangeProgress } from './ChangeProgress.tsx';
import { AskForFolder } from '../folders/AskForFolder.tsx';
import { AskForChange, type AskedChange } from './AskForChange.tsx';
import { AskForRoutes, type AskedRoutes, RouteItems } from './AskForRoutes.tsx';
import { countOf, type MeantLinks } from './changeLinks.ts';
import { CodesZip } from './CodesZip.tsx';
import { ReplaceText } from './ReplaceText.tsx';
import { useChangeLinks } from './useChangeLinks.tsx';

interface ChosenLinksProps {
  readonly meant: MeantLinks;
  /** Those of them that are loaded. */
  readonly loaded: readonly ProjectLink[];
  readonly deleted: boolean;
  readonly onDone: () => void;
}

/** What can be done to the chosen links, or to all that match. */
export function ChosenLinks({ meant, loaded, deleted, onDone }: ChosenLinksProps) {
  const { running, run } = useChangeLinks();
  const [field, setField] = useState<AskedChange>();
  const [routes, setRoutes] = useState<AskedRoutes>();
  const [moving, setMoving] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const total = countOf(meant);
  const howMany = counted(total, 'link', 'links');
  const change = (by: LinksChange) => void run(meant, by).then(onDone);
  if (total > LIMITS.changeTotal) {
    return (
      <Text size="sm">
        {`At most ${count(LIMITS.changeTotal)} links can be changed at once. Narrow the filters.`}
      </Text>
    );
  }
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onDone}>
        Clear selection
      </Button>
      {'ids' in meant && !deleted && (
        <CopyButton value={loaded.map(({ shortUrl }) => shortUrl).join('\n')}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy short links'}
            </Button>
          )}
        </CopyButton>
      )}
      {deleted ? (
        <Button size="xs" onClick={() => change({ deleted: false })}>
          {`Restore ${howMany}`}
        </Button>
      ) : (
        <>
          <CodesZip meant={meant} loaded={loaded} />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" variant="default" rightSection={<ChevronDown size={14} />}>
                {`Change ${howMany}`}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setMoving(true)}>Move to a folder…</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => setField('addTag')}>Add a tag…</Menu.Item>
              <Menu.Item onClick={() => setField('removeTag')}>Remove a tag…</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => change({ archived: true })}>Archive</Menu.Item>
              <Menu.Item onClick={() => change({ archived: false })}>
                Take out of the archive
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => setField('expiresAt')}>Set the expiry…</Menu.Item>
              <Menu.Item onClick={() => change({ expiresAt: null })}>Remove the expiry</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => setReplacing(true)}>Replace in destinations…</Menu.Item>
              <RouteItems howMany={howMany} onAsk={setRoutes} onChange={change} />
            </Menu.Dropdown>
          </Menu>
          <Button
            size="xs"
            color="red"
            onClick={() =>
              confirm({
                title: `Delete ${howMany}?`,
                text: `Visitors then get a “not found” page, also from printed QR codes. You can restore deleted links for ${LIMITS.trashDays} days.`,
                yes: `Delete ${howMany}`,
                onYes: () => change({ deleted: true }),
              })
            }
          >
            {`Delete ${howMany}`}
          </Button>
        </>
      )}
      {field !== undefined && (
        <AskForChange
          field={field}
          howMany={howMany}
          tags={[...new Set(loaded.flatMap(({ tags }) => tags))]}
          onClose={() => setField(undefined)}
          onChange={change}
        />
      )}
      {moving && (
        <AskForFolder howMany={howMany} onClose={() => setMoving(false)} onChange={change} />
      )}
      {replacing && (
        <ReplaceText meant={meant} onClose={() => setReplacing(false)} onChange={change} />
      )}
      {routes !== undefined && (
        <AskForRoutes
          field={routes}
          howMany={howMany}
          onClose={() => setRoutes(undefined)}
          onChange={change}
        />
      )}
      {running && <ChangeProgress {...running} />}
    </Group>
  );
}
