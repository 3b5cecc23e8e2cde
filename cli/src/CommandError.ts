/**
 * Something the operator can put right. Exit status 2: the command line was not understood;
 * 1: the server could not be reached or refused.
 */
export class CommandError extends Error {
  readonly exitStatus: 1 | 2;

  constructor(exitStatus: 1 | 2, message: string) {
    super(message);
    this.exitStatus = exitStatus;
  }
}
