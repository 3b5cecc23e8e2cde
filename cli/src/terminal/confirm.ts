import type { CommandContext } from '../command.ts';
import { CommandError } from '../CommandError.ts';

/** Continues with `--yes` or a yes; throws a CommandError otherwise. */
export async function confirm(
  { common, terminal }: Pick<CommandContext, 'common' | 'terminal'>,
  question: string,
): Promise<void> {
  if (common.yes) return;
  if (!terminal.interactive) {
    throw new CommandError(2, `${question} There is no terminal to answer in: add --yes.`);
  }
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError(1, 'Nothing was changed.');
}
