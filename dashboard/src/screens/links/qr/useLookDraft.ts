import { readErrorCorrection } from '@fairlead/contract/qrLook';
import { useState } from 'react';
import { type LookDraft, type Logo, STANDARD_DRAFT } from './studioLook.ts';

/** The look that was chosen last for codes of this project in this browser. */
export function useLookDraft(projectId: string) {
  const [draft, setDraft] = useState(() => readDraft(projectId));
  const change = (changed: LookDraft) => {
    setDraft(changed);
    writeDraft(projectId, changed);
  };
  return [draft, change] as const;
}

const placeOf = (projectId: string) => `fairlead.qrLook.${projectId}`;

/** A browser may forbid storage, and it may contain anything. */
function readDraft(projectId: string): LookDraft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf(projectId)) ?? '{}');
    const known: Partial<Record<keyof LookDraft, unknown>> = {
      ...STANDARD_DRAFT,
      ...(stored as object),
    };
    const { color, background, margin, ecc, label, logo } = known;
    return {
      color: String(color),
      background: String(background),
      margin: Number(margin),
      ecc: readErrorCorrection(ecc) ?? STANDARD_DRAFT.ecc,
      label: String(label),
      logo: isLogo(logo) ? logo : undefined,
    };
  } catch {
    return STANDARD_DRAFT;
  }
}

function isLogo(value: unknown): value is Logo {
  const { url, width, height } = { ...(value as Partial<Record<keyof Logo, unknown>>) };
  return String(url).startsWith('data:image/') && Number(width) > 0 && Number(height) > 0;
}

function writeDraft(projectId: string, draft: LookDraft): void {
  try {
    localStorage.setItem(placeOf(projectId), JSON.stringify(draft));
  } catch {
    // The choice lasts until the dialog is closed.
  }
}
