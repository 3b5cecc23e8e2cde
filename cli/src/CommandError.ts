/**
 * Something that the person who typed the command can fix. Exit status 2: the command line was not
 * understood; 4: no one is signed in, or the credential was refused; 1: anything else, such as a refusal
 * by the server.
 */
export class CommandError extends Error {
  readonly exitStatus: 1 | 2 | 4;
  /** Of the refusal by the server, if it was one. */
  readonly status: number | undefined;

  constructor(exitStatus: 1 | 2 | 4, message: string, status?: number) {
    super(message);
    this.exitStatus = exitStatus;
    this.status = status;
  }
}
