// Text in lines of a width.

/** A space at which no line ends. */
export const NO_BREAK = '\u00A0'

/** Breaks a text at spaces; a word that is longer than the width stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  // Several spaces in a row separate columns and stay.
  for (const word of text.split(/(?<=\S)(?= )/)) {
    if (line !== '' && line.length + word.length > width) {
      lines.push(line)
      line = word.trimStart()
    } else line += word
  }
  return [...lines, line].map((broken) => broken.replaceAll(NO_BREAK, ' '))
}
