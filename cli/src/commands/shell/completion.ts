import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';

/** The shells ask the program itself what may follow, so that a script stays correct when commands are added. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_fairlead() {
  local IFS=$'\\n'
  COMPREPLY=($(fairlead __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _fairlead fairlead`,
  zsh: `#compdef fairlead
_fairlead() {
  local -a found
  found=("\${(@f)$(fairlead __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found} )) && [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _fairlead fairlead`,
  fish: `function __fairlead_complete
    set -l words (commandline -opc) (commandline -ct)
    fairlead __complete $words[2..-1] 2>/dev/null
end
complete -c fairlead -f -a '(__fairlead_complete)'`,
};

export const completion = command({
  name: 'completion',
  summary: 'Print the completion script of a shell: bash, zsh or fish',
  parameters: ['SHELL'],
  options: {},
  async run(_, __, [shell = '']) {
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (script === undefined) {
      throw new CommandError(2, `There is no completion for "${shell}"; there is: bash, zsh, fish`);
    }
    return { shell, script };
  },
  render: ({ script }) => [script],
});
