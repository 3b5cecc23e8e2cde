import type { ProjectBrand, ProjectMails } from '@fairlead/contract/operations/dashboard/brand';
import { BRAND_TEXTS, type BrandText, type PageLanguage } from '@fairlead/contract/pageTexts';
import { withScheme } from '../../parts/form/webAddress.ts';

export const TEXT_NAMES = Object.keys(BRAND_TEXTS) as BrandText[];

type MailWords = NonNullable<ProjectMails['invitation']>;
type LanguageTexts = { readonly [T in BrandText]?: string };

type WholeBrand = ProjectBrand & { readonly mails: ProjectMails };

/** The brand as form values: a field that is not set is empty. */
export function valuesOf({ color, imprintUrl, privacyUrl, texts, mails, ...brand }: ProjectBrand) {
  return {
    ...brand,
    color: color ?? '',
    imprintUrl: imprintUrl ?? '',
    privacyUrl: privacyUrl ?? '',
    texts: texts as { readonly [L in PageLanguage]?: LanguageTexts },
    mails: {
      senderName: mails?.senderName ?? '',
      replyTo: mails?.replyTo ?? '',
      invitation: wordsOf(mails?.invitation),
      weekly: wordsOf(mails?.weekly),
    },
  };
}

function wordsOf({ opening = '', closing = '' }: MailWords = {}) {
  return { opening, closing };
}

export type BrandValues = ReturnType<typeof valuesOf>;

export function brandOf(values: BrandValues): WholeBrand {
  return {
    ...values,
    color: values.color.trim().toLowerCase() || null,
    imprintUrl: withScheme(values.imprintUrl) || null,
    privacyUrl: withScheme(values.privacyUrl) || null,
    texts: Object.fromEntries(
      Object.entries(values.texts)
        .map(([language, texts]) => [language, filled(texts)] as const)
        .filter(([, texts]) => Object.keys(texts).length > 0),
    ),
    mails: mailsOf(values.mails),
  };
}

/** What is left empty is as for everyone. */
function mailsOf({ invitation, weekly, ...sender }: BrandValues['mails']): ProjectMails {
  return { ...filled(sender), invitation: filled(invitation), weekly: filled(weekly) };
}

function filled<Texts extends Readonly<Record<string, string>>>(texts: Texts): Partial<Texts> {
  const entries = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(entries) as Partial<Texts>;
}

/** Whether it is a colour yet, while somebody types. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text.trim());
}
