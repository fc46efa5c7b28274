// Checks for Python users: is there a Python, and is the client installed there?

import type { Finding } from './finding.ts'
import { type ProgramOutcome, runProgram } from './run-program.ts'

const TIMEOUT_MS = 15_000
const LEAST_MINOR = 9
/** Without the current folder: a folder that happens to be called megabatt is no package. */
const IMPORT = `import sys
sys.path = [path for path in sys.path if path]
print(sys.version.split()[0])
try:
    import megabatt
    print(getattr(megabatt, '__version__', 'of unknown version'))
except ImportError:
    print('')
except Exception as error:
    print('fails: ' + str(error).replace(chr(10), ' '))
`

/** The findings of Python and its client. */
export async function checkPython(
  run: () => Promise<ProgramOutcome> = () => runProgram('python3', ['-c', IMPORT], { timeoutMs: TIMEOUT_MS }),
): Promise<Finding[]> {
  const { exitCode, failure, stdout } = await run()
  if (exitCode !== 0) {
    const finding = failure === 'ENOENT' ? 'not found' : `python3 fails: ${failure ?? `exit code ${exitCode}`}`
    const advice = 'Only the Python client needs it: install Python 3.9 or later.'
    return [{ topic: 'Python', status: 'note', finding, advice }]
  }
  const [version = '', client = ''] = stdout.split('\n').map((line) => line.trim())
  return [checkVersion(version), checkClient(client)]
}

function checkVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = major > 3 || (major === 3 && minor >= LEAST_MINOR)
  if (isSupported) return { topic: 'Python', status: 'ok', finding: version }
  const advice = `The Python client needs Python 3.${LEAST_MINOR} or later.`
  return { topic: 'Python', status: 'note', finding: version, advice }
}

function checkClient(client: string): Finding {
  const topic = 'Python client'
  if (client === '')
    return {
      topic,
      status: 'note',
      finding: 'not installed',
      advice: 'To use Megabatt from Python: pip install ./python',
    }
  if (client.startsWith('fails: '))
    return { topic, status: 'problem', finding: `import ${client}`, advice: 'Install it again: pip install ./python' }
  return { topic, status: 'ok', finding: client }
}
