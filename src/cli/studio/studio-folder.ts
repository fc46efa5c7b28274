// Finds the static build of the studio beside the command.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EnvironmentError } from '../../language/errors.ts'

// From dist/bin, where the command is a bundle, and from dist/cli/studio, where it is not.
const PLACES = ['../studio/', '../../studio/']

/** The folder with index.html; an EnvironmentError where the command is installed without it. */
export function findStudioFolder(): string {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = folders.find((folder) => existsSync(`${folder}index.html`))
  if (found !== undefined) return found
  throw new EnvironmentError('studio-missing', 'This installation has no studio', {
    advice: 'The npm package has it; the single-file command and the executable do not.',
  })
}
