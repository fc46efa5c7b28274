// The completion for zsh.

import type { Completed, CompletedCommand, CompletedOption } from './command-words.ts'

/** The script, to be sourced, or to be saved as `_megabatt` in a folder of $fpath. */
export function formatZsh(commands: readonly CompletedCommand[]): string {
  const list = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`)
  return `#compdef megabatt
# Completion of megabatt for zsh. Use: source <(megabatt completion zsh)
_megabatt() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(formatCommand).join('\n')}
  esac
}
if [[ $funcstack[1] == _megabatt ]]; then _megabatt "$@"; else compdef _megabatt megabatt; fi
`
}

function formatCommand({ name, options, arguments: own }: CompletedCommand): string {
  const last = own.length - 1
  const words = [...options.map(formatOption), ...own.map((value, k) => formatArgument(value, k === last))]
  return `    ${name})
      _arguments ${words.map(quote).join(' \\\n        ')}
      ;;`
}

function formatOption({ long, description, value, isList }: CompletedOption): string {
  const action = actionOf(value)
  // After an option of several values, all words up to the next option are values.
  const separator = isList ? ':*-*' : ''
  const text = description.replaceAll(/[[\]\\:]/g, String.raw`\$&`)
  return `${long}[${text}]${action === undefined ? '' : `${separator}:value:${action}`}`
}

function formatArgument(value: Completed, isLast: boolean): string {
  return `${isLast ? '*' : ''}:argument:${actionOf(value) ?? ' '}`
}

function actionOf(value: Completed): string | undefined {
  switch (value.kind) {
    case 'words':
      return `(${value.words.join(' ')})`
    case 'file':
      return '_files'
    case 'text':
      return ' '
    case 'nothing':
      return undefined
  }
  return value satisfies never
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
