import type { CompletionNode } from './completion-model.ts';

/**
 * Writes the completion script for bash: words by the commands on the line so far, files after a flag that takes a
 * value.
 */
export function bashCompletion(nodes: readonly CompletionNode[]): string {
  const words = ({ commands, flags }: CompletionNode) =>
    [...commands, ...flags].map(({ name }) => name).join(' ');
  const valued = [...new Set(nodes.flatMap(valuedFlags))].join('|');
  return `# Completion of sonde for bash. Written by "sonde completion bash".
_sonde() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word
  COMPREPLY=()
  case "$previous" in
    ${valued}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${nodes
        .filter(({ path }) => path !== '')
        .map(({ path }) => `"${path}"`)
        .join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${nodes.map((node) => `    "${node.path}") word="${words(node)}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$word" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _sonde sonde ./sonde
`;
}

/** Writes the completion script for zsh: words as in bash, with a summary beside each. */
export function zshCompletion(nodes: readonly CompletionNode[]): string {
  const item = ({ name, summary }: { name: string; summary: string }) =>
    summary === '' ? `'${name}'` : `'${name}:${summary}'`;
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  const valued = [...new Set(nodes.flatMap(valuedFlags))].join('|');
  return `#compdef sonde
# Completion of sonde for zsh. Written by "sonde completion zsh".
_sonde() {
  local path="" word
  local -a found
  case "\${words[CURRENT-1]}" in
    ${valued}) _files; return ;;
  esac
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path:+$path }$word" in
      ${known.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${nodes
  .map(
    ({ path, commands, flags }) => `    "${path}") found=(${[...commands, ...flags].map(item).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe 'sonde' found || _files
}
if [ "$funcstack[1]" = "_sonde" ]; then _sonde "$@"; else compdef _sonde sonde; fi
`;
}

/** Writes the completion script for fish: one line for each word, under the condition that the line is there. */
export function fishCompletion(nodes: readonly CompletionNode[]): string {
  const lines = nodes.flatMap(({ path, commands, flags }) => [
    ...commands.map(
      ({ name, summary }) => `complete -c sonde -n '__sonde_at "${path}"' -f -a '${name}' -d '${summary}'`,
    ),
    ...flags.map(
      ({ name, summary, takesValue }) =>
        `complete -c sonde -n '__sonde_at "${path}"' -l '${name.slice(2)}'${takesValue ? ' -r' : ''} -d '${summary}'`,
    ),
  ]);
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return `# Completion of sonde for fish. Written by "sonde completion fish".
function __sonde_at
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$path $word")
    if contains -- "$longer" ${known.join(' ')}
      set path $longer
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function valuedFlags({ flags }: CompletionNode): string[] {
  return flags.filter(({ takesValue }) => takesValue).map(({ name }) => name);
}
