export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** The port through which the service sends email; `platform/adapters/mail.ts` implements it. */
export interface Mail extends AsyncDisposable {
  /** False if messages only become files that no one sends. */
  readonly delivers: boolean;
  /** Resolves when the message is handed over: accepted by the mail server, or on disk. */
  send(message: MailMessage): Promise<void>;
}
