// The completion for bash, version 3.2 or later.

import type { Completed, CompletedCommand, CompletedOption } from './command-words.ts'

/** The script, to be sourced. */
export function formatBash(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name)
  return `# Completion of megabatt for bash. Use: source <(megabatt completion bash)
_megabatt() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} option='' k
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoteList([...names, '--help', '--version'])} -- "$current"))
    return
  fi
  # The last option before the word: those with several values are followed by more than one word.
  for ((k = COMP_CWORD - 1; k > 1; k--)); do
    case \${COMP_WORDS[k]} in -?*) option=\${COMP_WORDS[k]}; break ;; esac
  done
  local distance=$((COMP_CWORD - k))
  case \${COMP_WORDS[1]} in
${commands.map(formatCommand).join('\n')}
  esac
}
complete -o filenames -F _megabatt megabatt
`
}

function formatCommand({ name, options, arguments: own }: CompletedCommand): string {
  const flags = options.flatMap(({ long, short }) => (short === undefined ? [long] : [long, short]))
  const values = options.filter(({ value }) => value.kind !== 'nothing')
  const argument = own.at(-1) ?? { kind: 'nothing' }
  return `    ${name})
      case $current in -*) COMPREPLY=($(compgen -W ${quoteList(flags)} -- "$current")); return ;; esac
      case $option:$distance in
${values.map(formatOption).join('\n')}${values.length > 0 ? '\n' : ''}      esac
      ${complete(argument)}
      ;;`
}

function formatOption({ long, value, isList }: CompletedOption): string {
  return `        ${long}:${isList ? '*' : '1'}) ${complete(value)}; return ;;`
}

function complete(value: Completed): string {
  switch (value.kind) {
    case 'words':
      return `COMPREPLY=($(compgen -W ${quoteList(value.words)} -- "$current"))`
    case 'file':
      return 'COMPREPLY=($(compgen -f -- "$current"))'
    case 'text':
    case 'nothing':
      return ':'
  }
  return value satisfies never
}

/** Words in lines: the function splits at these only, so that file names may have spaces. */
function quoteList(words: readonly string[]): string {
  return `$'${words.join('\\n')}'`
}
