import {
  deleteLinkTemplate,
  type LinkTemplate,
  listLinkTemplates,
} from '@fairlead/contract/operations/dashboard/linkTemplates';
import { ActionIcon, Group, Text } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { HistoryIconButton } from '../../../parts/history/History.tsx';
import { confirm } from '../../../parts/dialogs/confirm.tsx';

interface TemplateRowProps {
  readonly template: LinkTemplate;
  readonly onRename: () => void;
  readonly onDeleted: () => void;
}

/** A template, to be renamed or deleted. */
export function TemplateRow({ template, onRename, onDeleted }: TemplateRowProps) {
  const { id, name, fields } = template;
  const params = { projectId: useProjectId(), templateId: id };
  const remove = useWrite(deleteLinkTemplate, {
    changes: [listLinkTemplates],
    done: `Template “${name}” deleted.`,
    onDone: onDeleted,
  });
  return (
    <Group justify="space-between" py="xs" gap="sm" wrap="nowrap" className="row">
      <div style={{ minWidth: 0 }}>
        <Text className="break">{name}</Text>
        {fields.fallbackUrl !== undefined && (
          <Text size="sm" c="dimmed" truncate>
            {fields.fallbackUrl}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Rename the template ${name}`}
          onClick={onRename}
        >
          <Pencil size={16} />
        </ActionIcon>
        <HistoryIconButton target={{ kind: 'template', id, name }} />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Delete the template ${name}`}
          onClick={() =>
            confirm({
              title: `Delete the template ${name}?`,
              text: 'It is gone for the whole team. Links that were made from it stay as they are.',
              yes: 'Delete template',
              onYes: () => remove.mutate({ params }),
            })
          }
        >
          <Trash2 size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
