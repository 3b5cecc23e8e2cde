import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import type { Mail, MailMessage, Sender } from '../ports/Mail.ts';
import { writeWhole } from './fileFolder.ts';

const TIMEOUT_MS = 20_000;
// Nothing in a message may make the server read a file or call a URL.
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

export interface MailOptions {
  /**
   * `smtp://` or `smtps://` with user and password, or `file:FOLDER`, from which another program sends; without
   * it, emails are written to files and not delivered.
   */
  readonly smtpUrl?: string | undefined;
  /** Folder of the `.eml` files, created if missing; a relative FOLDER is relative to its parent. */
  readonly directory: string;
  /** Sender, such as `Fairlead <no-reply@example.com>`; `?from=` in the SMTP URL takes precedence. */
  readonly from: string;
}

/** Email by SMTP, or as one `.eml` file per message (Rule: surfaces 7: `SMTP_URL`, `DATA_DIR`). */
export function openMail({ smtpUrl, directory, from }: MailOptions): Mail {
  if (smtpUrl === undefined) return openMailFolder(directory, from, { delivers: false });
  if (!smtpUrl.startsWith('file:')) return openSmtp(smtpUrl, from);
  const pickUp = resolve(directory, '..', smtpUrl.slice('file:'.length));
  return openMailFolder(pickUp, from, { delivers: true });
}

function openSmtp(smtpUrl: string, defaultFrom: string): Mail {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? defaultFrom;
  url.searchParams.delete('from');
  const sender = readSender(from);
  const transport = createTransport({
    url: url.href,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...CLOSED,
  });
  return {
    delivers: true,
    sender,
    async send(message) {
      await transport.sendMail(headed(message, sender));
    },
    async [Symbol.asyncDispose]() {
      transport.close();
    },
  };
}

function openMailFolder(
  directory: string,
  from: string,
  { delivers }: Pick<Mail, 'delivers'>,
): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, ...CLOSED });
  const sender = readSender(from);
  return {
    delivers,
    sender,
    async send(message) {
      const { message: source } = await composer.sendMail(headed(message, sender));
      if (!Buffer.isBuffer(source)) throw new Error('The mail composer returned no buffer');
      await writeWhole(join(directory, fileName(message)), [source]);
    },
    async [Symbol.asyncDispose]() {
      composer.close();
    },
  };
}

function readSender(from: string): Sender {
  const [first] = parseAddresses(from, { flatten: true });
  return { name: first?.name ?? '', address: first?.address ?? from };
}

/** Names go as values, so that no sign in them is one of the header. */
function headed({ senderName, ...message }: MailMessage, { name, address }: Sender) {
  return { ...message, from: { name: senderName ?? name, address } };
}

/** `2026-01-31T12-00-00.000Z_ada@example.com_3f9c01.eml`: sorts by time, and no recipient can name a path. */
function fileName({ to }: MailMessage): string {
  const time = new Date().toISOString().replaceAll(':', '-');
  const recipient = to.replaceAll(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 100);
  return `${time}_${recipient}_${randomBytes(3).toString('hex')}.eml`;
}
