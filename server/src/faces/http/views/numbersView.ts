import type { Annotation as AnnotationBody } from '@fairlead/contract/operations/dashboard/numbers';
import type { NumberShare as NumberShareBody } from '@fairlead/contract/operations/dashboard/shares';
import type { App } from '../../App.ts';
import type { Annotation } from '#visits/numbers/annotations/Annotation.ts';
import type { NumberShare } from '#visits/numbers/shares/NumberShare.ts';
import { shareToken } from '#visits/numbers/shares/shareToken.ts';

export function renderAnnotation({ createdAt, ...note }: Annotation): AnnotationBody {
  return { ...note, createdAt: createdAt.toISOString() };
}

export function renderNumberShare(
  { config, secrets }: Pick<App, 'config' | 'secrets'>,
  { id, name, linkId, facts, showsEvents, showsNotes, passwordHash, createdAt }: NumberShare,
): NumberShareBody {
  const token = shareToken(id, secrets.secret.reveal());
  return {
    id,
    name,
    url: new URL(`/shared/${token}`, config.publicUrl).href,
    linkId,
    facts,
    showsEvents,
    showsNotes,
    hasPassword: passwordHash !== null,
    createdAt: createdAt.toISOString(),
  };
}
