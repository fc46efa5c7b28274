// The page of a program: steps, keys, edits, errors, differences; compared with `trace` and `check`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Trace } from '../../src/engine/trace/trace-program.ts'
import type { SampleResult, WrongSample } from '../../src/engine/run/sample-result.ts'
import { spellSample } from '../../src/data/task.ts'
import { runCommand } from '../cli/run-command.ts'
import type { UsedStudio } from './use-studio.ts'

type TraceOutput = Trace & { readonly samples: readonly SampleResult[] }

async function traceCommand(...args: string[]): Promise<TraceOutput> {
  return JSON.parse((await runCommand(['trace', ...args, '--json'])).stdout) as TraceOutput
}

/** The texts of all steps, in their order; the list is scrolled, since only those in view are in the document. */
async function readSteps(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: /^Step/ }).waitFor()
  return page.evaluate<string[]>(`(async () => {
    const box = document.querySelector('.steps')
    const found = new Map()
    for (box.scrollTop = 0; ; box.scrollTop += 120) {
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      for (const row of box.querySelectorAll('li')) {
        const head = row.querySelector('.step-head')
        if (head) found.set(+row.dataset.index, head.children[0].textContent + ' = ' + head.children[1].textContent)
      }
      if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) break
    }
    return [...found.keys()].sort((a, b) => a - b).map((k) => found.get(k))
  })()`)
}

/** Replaces the text of the editor. */
async function edit(studio: UsedStudio, page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Program' }).focus()
  await page.keyboard.press('Control+a')
  // Chromium itself styles text that replaces coloured text; the policy refuses the style, the text stays.
  studio.allow(/Applying inline style/)
  await page.keyboard.insertText(text)
}

/** Longer than the delay of the editor, 75 ms. */
const COMPLETION_DELAY_MS = 300

const step = (page: Page, number: number) => page.getByRole('heading', { name: new RegExp(`^Step ${number} of`) })

export function describeProgram(studio: UsedStudio): void {
  test('the steps, verdicts and differences are those of megabatt trace', async () => {
    const expected = await traceCommand('solve_away_towall01')
    const page = await studio.open('#/program/solve_away_towall01')
    expect(await readSteps(page)).toEqual(expected.statements.map(({ name, call }) => `${name} = ${call}`))
    for (const sample of expected.samples)
      await page.getByRole('button', { name: `${spellSample(sample)}, ${sample.verdict}`, exact: true }).waitFor()
    const { differing, cells } = expected.samples[0] as WrongSample
    await page.getByText(`${differing} of ${cells} cells differ`, { exact: true }).waitFor()
    const crosses = await page
      .getByRole('img', { name: /^Result: / })
      .locator('.wrong')
      .getAttribute('d')
    expect(crosses!.match(/M/g)).toHaveLength(2 * differing!)
  })

  test('every form of value is drawn', async () => {
    const page = await studio.open('#/program/solve_keepbig1')
    await edit(
      studio,
      page,
      `def solve_keepbig1(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, size)
    x3 = toindices(x2)
    x4 = size(x3)
    x5 = compose(size, rbind(shift, (1, 2)))
    x6 = totuple(x1)
    x7 = cover(I, merge(remove(x2, x1)))
    return x7
`,
    )
    const forms = ['3 objects', 'object, 9 cells', 'indices, 9 cells', 'value', 'function', 'tuple of 3', 'grid 12']
    await page.getByRole('heading', { name: /of 10$/ }).waitFor()
    const caption = page.locator('.stage-value figcaption')
    await page.getByRole('textbox', { name: 'Program' }).blur()
    await page.keyboard.press('Home')
    const seen: string[] = []
    for (let k = 1; k <= 10; k++) {
      await step(page, k).waitFor()
      seen.push((await caption.textContent())!)
      await page.keyboard.press('j')
    }
    for (const form of forms) expect(seen.some((text) => text.includes(form))).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(() => page.locator('.stage-value .grid-frame').count()).toBe(3)
  })

  test('keys step forward and back and switch the sample', async () => {
    const page = await studio.open('#/program/solve_towall01')
    await step(page, 1).waitFor()
    await page.keyboard.press('j')
    await step(page, 2).waitFor()
    await page.keyboard.press('F8')
    await step(page, 3).waitFor()
    expect(await page.locator('[aria-current=step] .step-name').textContent()).toBe(
      (await traceCommand('solve_towall01')).statements[2]!.name,
    )
    await page.keyboard.press('k')
    await step(page, 2).waitFor()
    await page.keyboard.press('n')
    const pressed = () => page.locator('.samples [aria-pressed=true]').getAttribute('aria-label')
    await expect.poll(pressed).toBe('demo 2, right')
    await page.keyboard.press('Shift+F9')
    await expect.poll(pressed).toBe('demo 1, right')
    await page.keyboard.press('p')
    await expect.poll(pressed).toBe('test 5, right')
    expect(new URL(page.url()).hash).toContain('sample=7')
    // Keys without a modifier belong to the editor while it has the focus; function keys do not.
    await page.getByRole('textbox', { name: 'Program' }).focus()
    await page.keyboard.press('F9')
    await expect.poll(pressed).toBe('demo 1, right')
  })

  test('pointing at a value, and at one object of a set, highlights its cells in the input', async () => {
    const page = await studio.open('#/program/solve_keepbig1')
    const marked = async () => {
      const path = await page
        .getByRole('img', { name: /^Input, / })
        .locator('.highlight')
        .getAttribute('d')
      return path?.match(/M/g)?.length ?? 0
    }
    await step(page, 1).waitFor()
    const all = await marked()
    expect(all).toBeGreaterThan(20)
    const drawing = page.getByRole('img', { name: /^Value of x1: 3 objects/ }).last()
    const { x, y, width, height } = (await drawing.boundingBox())!
    // The object in the lower right corner: the last cell but one of the last row.
    await page.mouse.move(x + (width * 11.5) / 14, y + (height * 11.5) / 12)
    await expect.poll(marked).toBeLessThan(all)
    await page.mouse.move(5, 5)
    await expect.poll(marked).toBe(all)
    await page.getByRole('button', { name: /^x2/ }).hover()
    await expect.poll(marked).toBeLessThan(all)
  })

  test('an edit runs at once; problems are marked as megabatt check reports them', async () => {
    const text = 'def solve_keepbig1(I):\n    x1 = objcts(I, T, T, T)\n    return x1\n'
    const file = join(studio.folder(), 'edited.py')
    writeFileSync(file, text)
    const { diagnostics } = JSON.parse((await runCommand(['check', file, '--json'])).stdout) as {
      diagnostics: { message: string }[]
    }
    const page = await studio.open('#/program/solve_keepbig1')
    await step(page, 1).waitFor()
    await edit(studio, page, text)
    await page.locator('.cm-lint-marker-error').hover()
    await page.locator('.cm-diagnostic').filter({ hasText: diagnostics[0]!.message }).first().waitFor()
    await edit(studio, page, 'def solve_keepbig1(I):\n    x1 = hmirror(I)\n    return x1\n')
    await page.getByRole('button', { name: 'demo 1, wrong' }).waitFor()
    await page.getByText('x1 = hmirror(I)').first().waitFor()
    await page.getByRole('button', { name: 'Discard edits' }).click()
    await page.getByRole('button', { name: 'demo 1, right' }).waitFor()
    // Typed faster than answers come: no letter is lost.
    await page.getByRole('textbox', { name: 'Program' }).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('# a comment, typed fast\n')
    expect(await page.locator('.cm-line').first().textContent()).toBe('# a comment, typed fast')
  })

  test('names are completed and explained with their declarations', async () => {
    const page = await studio.open('#/program/solve_keepbig1')
    await step(page, 1).waitFor()
    await page.getByRole('textbox', { name: 'Program' }).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('x9 = sizefil')
    const option = page.getByRole('option', { name: /sizefilter/ })
    await option.waitFor()
    expect(await option.textContent()).toContain('(container: Container, n: Integer) → FrozenSet')
    // The editor ignores keys in the first moments of a list: they were meant for the text.
    await page.waitForTimeout(COMPLETION_DELAY_MS)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.cm-line').nth(2).textContent()).toBe('    x9 = sizefilter')
    await page.locator('.cm-line', { hasText: 'argmax' }).getByText('argmax').hover()
    const prose = (await runCommand(['dsl', 'argmax', '--json'])).stdout
    const shown = page.locator('.cm-name p')
    await shown.waitFor()
    expect(prose).toContain(JSON.stringify(await shown.textContent()).slice(1, -1))
  })

  test('an error stands at its statement with inner function, element and reason, as in megabatt trace', async () => {
    const text =
      'def solve_keepbig1(I):\n    x1 = objects(I, T, T, T)\n    x2 = apply(compose(first, size), x1)\n    return x2\n'
    const file = join(studio.folder(), 'failing.py')
    writeFileSync(file, text)
    const { statements } = await traceCommand(file, '--sample', 'demo:1')
    const failed = statements.find(({ error }) => error !== undefined)!
    const page = await studio.open('#/program/solve_keepbig1')
    await step(page, 1).waitFor()
    await edit(studio, page, text)
    await page.getByRole('button', { name: 'demo 1, error' }).waitFor()
    const row = page.locator('.step.failed')
    await row.getByText(failed.failure!.message).waitFor()
    for (const { function: name, role } of failed.failure!.stack.slice(1)) {
      const call = row
        .getByRole('listitem')
        .filter({ hasText: `${name}(` })
        .last()
      expect(await call.textContent()).toContain(role ?? name)
    }
    expect(await page.locator('.cm-failed-line').textContent()).toContain('x2 = apply')
  })
}
