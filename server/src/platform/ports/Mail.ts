export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** In place of the server's name; the address stays the server's. */
  readonly senderName?: string | undefined;
  /** Where answers go, if not to the sender. */
  readonly replyTo?: string | undefined;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** The port through which the service sends email; `platform/adapters/mail.ts` implements it. */
export interface Mail extends AsyncDisposable {
  /** False if messages only become files that no one sends. */
  readonly delivers: boolean;
  /** Of messages that name no other. */
  readonly sender: Sender;
  /** Resolves when the message is handed over: accepted by the mail server, or on disk. */
  send(message: MailMessage): Promise<void>;
}
