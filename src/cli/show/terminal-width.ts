// The width of the terminal.

const DEFAULT_WIDTH = 100

/** The columns of stdout; where it is no terminal, those of the environment variable COLUMNS, else 100. */
export function terminalWidth(env: NodeJS.ProcessEnv = process.env): number {
  const columns = process.stdout.columns ?? Number(env.COLUMNS)
  return columns > 0 ? columns : DEFAULT_WIDTH
}
