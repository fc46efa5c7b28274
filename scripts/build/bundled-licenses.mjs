// The licences of the packages whose code is in a bundle: copies must carry them.

import { readFileSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** Writes the licences of the packages that these modules belong to; throws for a package without one. */
export async function writeLicenses(path, moduleIds) {
  const folders = new Set(moduleIds.flatMap((id) => PACKAGE.exec(id)?.[1] ?? []))
  const texts = Array.from(folders, describePackage).toSorted((a, b) => (a < b ? -1 : 1))
  await writeFile(
    path,
    texts.join(`
${'-'.repeat(80)}

`),
  )
}

function describePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const text = readText(folder, /^licen[cs]e(?:\.|$)/i) ?? sectionOf(readText(folder, /^readme/i))
  if (text === undefined) throw new Error(`${name} has no file with its licence`)
  return `${name} ${version} (${license})\n\n${text.trim()}\n`
}

function readText(folder, pattern) {
  const file = readdirSync(folder).find((entry) => pattern.test(entry))
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8')
}

/** The licence at the end of a README: some packages have it only there. */
function sectionOf(readme) {
  return readme?.split(/^#+ licen[cs]e\s*$/im)[1]
}
