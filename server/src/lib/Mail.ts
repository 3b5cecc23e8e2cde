export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** The port through which the service writes to people; `adapters/mail.ts` implements it. */
export interface Mail extends AsyncDisposable {
  /** False where messages only become files that nobody sends on. */
  readonly delivers: boolean;
  /** Resolves when the message is handed over: taken by the mail server, or on disk. */
  send(message: MailMessage): Promise<void>;
}
