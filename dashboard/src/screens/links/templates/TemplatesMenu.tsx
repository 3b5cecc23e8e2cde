import type { LinkTemplate } from '@fairlead/contract/operations/dashboard/linkTemplates';
import { Button, Menu, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown, LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { NameTemplate } from './NameTemplate.tsx';
import { TemplateRow } from './TemplateRow.tsx';

interface TemplatesMenuProps {
  readonly templates: readonly LinkTemplate[];
  readonly chosen: LinkTemplate | undefined;
  /** Undefined: an empty form. */
  readonly onChoose: (template: LinkTemplate | undefined) => void;
}

/** Begins the form with a template; also renames and deletes templates. */
export function TemplatesMenu({ templates, chosen, onChoose }: TemplatesMenuProps) {
  const [managing, { open, close }] = useDisclosure();
  const [renamed, setRenamed] = useState<LinkTemplate>();
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<LayoutTemplate size={16} />}
            rightSection={<ChevronDown size={14} />}
            maw={280}
          >
            {chosen === undefined ? 'Templates' : chosen.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="scroll-menu">
          {templates.length === 0 && (
            <Menu.Label maw={260}>
              No templates yet. Save this form, or a link on its page, as one.
            </Menu.Label>
          )}
          {templates.map((template) => (
            <Menu.Item
              key={template.id}
              aria-current={template.id === chosen?.id ? 'true' : undefined}
              fw={template.id === chosen?.id ? 600 : undefined}
              onClick={() => onChoose(template)}
            >
              {template.name}
            </Menu.Item>
          ))}
          {chosen !== undefined && (
            <Menu.Item onClick={() => onChoose(undefined)}>Without a template</Menu.Item>
          )}
          {templates.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={open}>Manage templates…</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={managing} onClose={close} title="Templates" centered>
        {templates.length === 0 ? (
          <Text size="sm">No templates are left.</Text>
        ) : (
          <Stack gap={0}>
            {templates.map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                onRename={() => setRenamed(template)}
                onDeleted={() => {
                  if (template.id === chosen?.id) onChoose(undefined);
                }}
              />
            ))}
          </Stack>
        )}
      </Modal>
      {renamed && <NameTemplate named={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
}
