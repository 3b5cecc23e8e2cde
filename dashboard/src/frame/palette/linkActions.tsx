import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ChartColumn, Copy, type LucideIcon, Pencil, QrCode } from 'lucide-react';
import { useRights } from '../../api/project.ts';
import { copyText } from '../../parts/copyText.ts';
import { QrDownloads, QrImage } from '../../screens/links/qr/QrImage.tsx';

export interface LinkAction {
  readonly label: string;
  /** The same, while no link is chosen yet. */
  readonly ask: string;
  readonly icon: LucideIcon;
  readonly run: (link: ProjectLink) => unknown;
}

/** What can be done with any link, the most usual first. */
export function useLinkActions(): readonly [LinkAction, ...LinkAction[]] {
  const { projectId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { admin } = useRights();
  const leadTo =
    (to: '/p/$projectId/links/$linkId' | '/p/$projectId/links/$linkId/edit') =>
    ({ id: linkId }: ProjectLink) =>
      navigate({ to, params: { projectId, linkId } });
  return [
    {
      label: 'Open its numbers',
      ask: 'Numbers of a link…',
      icon: ChartColumn,
      run: leadTo('/p/$projectId/links/$linkId'),
    },
    {
      label: 'Copy the short link',
      ask: 'Copy a short link…',
      icon: Copy,
      run: ({ shortUrl }) => copyText(shortUrl),
    },
    { label: 'Show its QR code', ask: 'QR code of a link…', icon: QrCode, run: showQr },
    ...(admin
      ? [
          {
            label: 'Edit',
            ask: 'Edit a link…',
            icon: Pencil,
            run: leadTo('/p/$projectId/links/$linkId/edit'),
          },
        ]
      : []),
  ];
}

function showQr({ name, slug, shortUrl }: ProjectLink): void {
  modals.open({
    title: `QR code of ${name ?? slug}`,
    size: 'xs',
    children: (
      <Stack gap="sm" align="center">
        <QrImage shortUrl={shortUrl} />
        <QrDownloads shortUrl={shortUrl} />
      </Stack>
    ),
  });
}
