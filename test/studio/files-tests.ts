// Files by picker, drop and paste: every form of tasks, programs and results, and bad ones.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { galleryTasks } from '../../src/data/gallery.ts'
import { gridToRows } from '../../src/data/grid-rows.ts'
import { samplesOf } from '../../src/data/task.ts'
import { runCommand } from '../cli/run-command.ts'
import { tasksAsJson } from './tasks-tests.ts'
import type { UsedStudio } from './use-studio.ts'

const [one, two] = galleryTasks({ samples: 2, only: ['keepbig1', 'towall01'] }) as [
  ReturnType<typeof galleryTasks>[number],
  ReturnType<typeof galleryTasks>[number],
]

const SOLVER = 'def solve_keepbig1(I):\n    return hmirror(I)\n'
const BATT = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = vmirror(I)
    o.append((1, False, 'keepbig1', t1))
    return o, s
`

interface GivenFile {
  readonly name: string
  readonly text: string
}

/** Drops files onto the page, as a browser would. */
async function drop(page: Page, files: readonly GivenFile[]): Promise<void> {
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    for (const { name, text } of ${JSON.stringify(files)}) data.items.add(new File([text], name))
    document.querySelector('.frame').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  })()`)
}

async function pick(page: Page, files: readonly GivenFile[]): Promise<void> {
  const given = files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }))
  await page.getByLabel('Files to open').setInputFiles(given)
}

/** Kaggle's pair of files: challenges without the outputs of tests, and these outputs. */
function asKaggle(): GivenFile[] {
  const all = [one, two]
  const challenges = all.map(({ id, train, test: own }) => [
    id,
    {
      train: train.map(({ input, output }) => ({ input: gridToRows(input), output: gridToRows(output!) })),
      test: own.map(({ input }) => ({ input: gridToRows(input) })),
    },
  ])
  const solutions = all.map(({ id, test: own }) => [id, own.map(({ output }) => gridToRows(output!))])
  return [
    { name: 'challenges.json', text: JSON.stringify(Object.fromEntries(challenges)) },
    { name: 'solutions.json', text: JSON.stringify(Object.fromEntries(solutions)) },
  ]
}

export function describeFiles(studio: UsedStudio): void {
  test('Kaggle pairs, re-arc arrays and ARC files are tasks', async () => {
    const page = await studio.open('#/tasks')
    await page.getByRole('link', { name: /^towall01/ }).waitFor()
    await drop(page, asKaggle())
    await page.getByRole('button', { name: 'Solved 2' }).waitFor()
    const pairs = samplesOf(one).map(({ input, output }) => ({ input: gridToRows(input), output: gridToRows(output!) }))
    await pick(page, [{ name: 'keepbig1.json', text: JSON.stringify(pairs) }])
    await page.getByRole('button', { name: 'All 1' }).waitFor()
    const arc = [one, two].map((task) => {
      const { [task.id]: content } = JSON.parse(tasksAsJson([task])) as Record<string, unknown>
      return { name: `${task.id}.json`, text: JSON.stringify(content) }
    })
    await drop(page, arc)
    await page.getByRole('button', { name: 'Solved 2' }).waitFor()
    await page.getByText('Opened 2 task files.').last().waitFor()
  })

  test('solver and batt files are programs, by drop and by paste', async () => {
    const page = await studio.open('#/tasks/keepbig1')
    await page.getByRole('list', { name: 'Programs' }).waitFor()
    await drop(page, [
      { name: 'solvers.py', text: SOLVER },
      { name: 'batt_keepbig1.py', text: BATT },
    ])
    const names = page.getByRole('list', { name: 'Programs' }).getByRole('link')
    await expect.poll(() => names.allTextContents()).toEqual(['solve_keepbig1', 'batt'])
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(SOLVER.replace('hmirror', 'vmirror'))})
      dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
    })()`)
    await expect.poll(() => names.allTextContents()).toEqual(['solve_keepbig1'])
    await names.first().click()
    await page.getByRole('heading', { name: /^Step 1 of/ }).waitFor()
    await expect.poll(() => page.locator('.cm-line').nth(1).textContent()).toContain('vmirror(I)')
  })

  test('text is pasted into the menu, and result files are recognised', async () => {
    const page = await studio.open('#/tasks/keepbig1')
    await page.getByRole('list', { name: 'Programs' }).waitFor()
    await page.getByRole('button', { name: 'Files', exact: true }).click()
    await page.getByLabel('Paste a program, tasks or results').fill(SOLVER)
    await page.getByRole('button', { name: 'Read the pasted text' }).click()
    await page.getByText('Opened 1 program file.').waitFor()
    await pick(page, [{ name: 'results.jsonl', text: '{"format":"megabatt results","version":2,"run":"x"}\n' }])
    await page.getByText('Opened 1 result file.').waitFor()
    await page.getByRole('button', { name: 'Back to the gallery' }).click()
    const names = page.getByRole('list', { name: 'Programs' }).getByRole('link')
    await expect.poll(() => names.count()).toBeGreaterThan(1)
  })

  test('a bad file gives the message and the advice of the command line, and what was loaded stays', async () => {
    const text = '{"train": [{"input": [[1, 77]], "output": [[1]]}], "test": []}'
    writeFileSync(join(studio.folder(), 'bad.json'), text)
    const { stderr } = await runCommand(['show', 'bad', '--tasks', join(studio.folder(), 'bad.json')])
    const page = await studio.open('#/tasks')
    await page.getByRole('link', { name: /^towall01/ }).waitFor()
    await pick(page, [{ name: 'bad.json', text }])
    const alert = page.getByRole('alert')
    await alert.locator('p').first().waitFor()
    const [message, advice] = await alert.locator('p').allTextContents()
    expect(message).toMatch(/^bad\.json:1:\d+: /)
    expect(stderr).toContain(message!.replace(/^\S+ /, ''))
    expect(stderr).toContain(advice)
    await page.getByRole('button', { name: `All ${galleryTasks().length}` }).waitFor()
    await alert.getByRole('button', { name: 'Close message' }).click()
    await pick(page, [{ name: 'notes.txt', text: 'nothing' }])
    await page.getByText('None of these files has tasks, programs or results.').waitFor()
  })
}
