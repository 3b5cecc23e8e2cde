/**
 * Something whoever typed the command can put right. Exit status 2: the command line was not understood;
 * 4: nobody is signed in, or the credential was refused; 1: anything else, such as a server that refuses.
 */
export class CommandError extends Error {
  readonly exitStatus: 1 | 2 | 4;

  constructor(exitStatus: 1 | 2 | 4, message: string) {
    super(message);
    this.exitStatus = exitStatus;
  }
}
