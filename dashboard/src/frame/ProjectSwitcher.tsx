import { Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Check, ChevronsUpDown, Plus } from 'lucide-react';
import { projectsQuery } from '../api/project.ts';

/** Shows the current project and switches to another. */
export function ProjectSwitcher() {
  const { projectId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data } = useQuery(projectsQuery);
  const projects = data?.projects ?? [];
  const current = projects.find((project) => project.id === projectId);
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          rightSection={<ChevronsUpDown size={14} />}
          aria-label={current ? `Project ${current.name}; choose another` : 'Choose a project'}
          style={{ minWidth: 0, flex: '0 1 auto' }}
        >
          <span className="truncate" style={{ lineHeight: 1.5 }}>
            {current?.name ?? 'Choose a project'}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {projects.map((project) => (
          <Menu.Item
            key={project.id}
            rightSection={project.id === projectId ? <Check size={14} /> : undefined}
            onClick={() =>
              void navigate({ to: '/p/$projectId/links', params: { projectId: project.id } })
            }
          >
            <Text size="sm" className="truncate">
              {project.name}
            </Text>
            <Text size="xs" c="dimmed">
              {ROLE_NAMES[project.role]}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<Plus size={14} />}
          onClick={() => void navigate({ to: '/new-project' })}
        >
          New project
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export const ROLE_NAMES = { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' } as const;
