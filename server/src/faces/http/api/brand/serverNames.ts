import type { App } from '../../../App.ts';

/** What mails of the server itself, and its pages, are known by. */
export function serverNames({ mail, config }: App): readonly string[] {
  return [mail.sender.name, config.publicUrl.hostname];
}
