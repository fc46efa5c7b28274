// The shared graph: which solvers need which calls, and what merging them saves.

import { useMemo } from 'preact/hooks'
import { FigureList } from '../../frame/figure-list.tsx'
import { formatCount, plural } from '../../../src/language/format-count.ts'
import type { BattStudy, SharedNode } from '../../engine/study-messages.ts'
import { moveFocus } from '../../frame/move-focus.ts'
import { markedNode, markedSolver } from './batts-state.ts'
import { chooseNodes, placeNodes } from './graph-layout.ts'

const WIDTH = 132
const HEIGHT = 26
const GAP_X = 46
const GAP_Y = 10
const MAX_LISTED = 40
const MAX_CALLEE = 15

/** Figures, the graph, and its shared nodes as a table. */
export function SharedGraph({ study }: { readonly study: BattStudy }) {
  const { nodes, nodeCount, plan } = study
  const shared = nodes.filter(({ solvers }) => solvers.length > 1)
  return (
    <section class="study-card card" aria-labelledby="graph-title">
      <header>
        <h2 id="graph-title">Shared graph</h2>
      </header>
      <Figures study={study} />
      {nodeCount === 0 ? (
        <p class="soft">These solvers call nothing.</p>
      ) : (
        <>
          <Drawing nodes={nodes} />
          <p class="soft graph-note">
            A box is a call that is made once, left of the calls that use it; the number is that of its solvers. Press a
            box to mark its solvers above, or a solver to mark its boxes.
            {nodeCount > chooseNodes(nodes, markedSolver.value).length &&
              ` The ${chooseNodes(nodes, markedSolver.value).length} most shared of ${formatCount(nodeCount)} calls are drawn.`}
          </p>
        </>
      )}
      {shared.length > 0 && (
        <details class="shared-list">
          <summary>
            {formatCount(shared.length)} shared {shared.length === 1 ? 'call' : 'calls'} as a table
          </summary>
          <SharedTable study={study} shared={shared} />
        </details>
      )}
      <Patterns patterns={plan.patterns} />
    </section>
  )
}

function Figures({ study: { plan, solvers } }: { readonly study: BattStudy }) {
  const shared = plan.patterns.find(({ kind }) => kind === 'shared')!
  const savedNodes = plan.statements - plan.nodes
  const figures = [
    [formatCount(plan.statements), `calls of ${solvers.length === 1 ? 'the solver' : 'all solvers'} alone`],
    [formatCount(plan.nodes), 'different calls after merging'],
    [percent(savedNodes, plan.statements), `saved: ${plural(savedNodes, 'call')}`],
    [formatCount(shared.saved.calls), `calls not made on ${plan.samples} samples`],
    [percent(shared.saved.work, shared.saved.work + plan.cost.work), 'of the counted work saved'],
  ] as const
  return <FigureList figures={figures} />
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`
}

function Drawing({ nodes }: { readonly nodes: readonly SharedNode[] }) {
  const marked = markedSolver.value
  const chosen = useMemo(() => chooseNodes(nodes, marked), [nodes, marked])
  const placed = useMemo(() => placeNodes(nodes, chosen), [nodes, chosen])
  const places = new Map(placed.map((one) => [one.index, one]))
  const columnHeights = new Map<number, number>()
  for (const { column } of placed) columnHeights.set(column, (columnHeights.get(column) ?? 0) + 1)
  const tallest = Math.max(...columnHeights.values())
  const height = tallest * (HEIGHT + GAP_Y) + GAP_Y
  const width = columnHeights.size * (WIDTH + GAP_X) - GAP_X + 4
  const x = (index: number) => 2 + places.get(index)!.column * (WIDTH + GAP_X)
  const y = (index: number) => {
    const { column, row } = places.get(index)!
    return (height - columnHeights.get(column)! * (HEIGHT + GAP_Y) + GAP_Y) / 2 + row * (HEIGHT + GAP_Y)
  }
  const isFaint = ({ solvers }: SharedNode) => marked !== undefined && !solvers.includes(marked)
  const most = Math.max(...chosen.map((k) => nodes[k]!.solvers.length))
  return (
    <div class="graph-box" tabIndex={-1}>
      <svg
        class="graph"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={`Shared graph of ${chosen.length} calls`}
        onKeyDown={moveFocus}
      >
        <g aria-hidden="true">
          {placed.flatMap(({ index }) =>
            nodes[index]!.uses.filter((used) => places.has(used)).map((used) => (
              <path
                key={`${used}-${index}`}
                class={`graph-edge${isFaint(nodes[index]!) ? ' faint' : ''}${markedNode.value === index || markedNode.value === used ? ' marked' : ''}`}
                d={curve(x(used) + WIDTH, y(used) + HEIGHT / 2, x(index), y(index) + HEIGHT / 2)}
              />
            )),
          )}
        </g>
        {placed.map(({ index, row, column }, k) => {
          const node = nodes[index]!
          const isMarked = markedNode.value === index
          const share = most === 1 ? 0 : (node.solvers.length - 1) / (most - 1)
          const toggle = () => (markedNode.value = isMarked ? undefined : index)
          return (
            <g
              key={index}
              class={`graph-node share-${Math.ceil(share * 4)}${isFaint(node) ? ' faint' : ''}${isMarked ? ' marked' : ''}`}
              transform={`translate(${x(index)} ${y(index)})`}
              role="button"
              // Attributes of SVG are case-sensitive.
              tabindex={k === 0 ? 0 : -1}
              data-row={row}
              data-column={column}
              aria-pressed={isMarked}
              onClick={toggle}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return
                event.preventDefault()
                toggle()
              }}
            >
              <title>{`${node.call}, ${plural(node.solvers.length, 'solver')}, once per ${node.rows}`}</title>
              <rect width={WIDTH} height={HEIGHT} rx="6" />
              <text x="9" y={HEIGHT / 2}>
                {node.callee.length > MAX_CALLEE ? `${node.callee.slice(0, MAX_CALLEE - 1)}…` : node.callee}
              </text>
              {node.solvers.length > 1 && (
                <text class="graph-count" x={WIDTH - 8} y={HEIGHT / 2}>
                  {node.solvers.length}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const middle = Math.max(20, (toX - fromX) / 2)
  return `M${fromX} ${fromY}C${fromX + middle} ${fromY} ${toX - middle} ${toY} ${toX} ${toY}`
}

function SharedTable({ study, shared }: { readonly study: BattStudy; readonly shared: readonly SharedNode[] }) {
  const rows = shared.toSorted((a, b) => b.solvers.length - a.solvers.length).slice(0, MAX_LISTED)
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Shared calls">
      <table class="data">
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Made once per</th>
            <th scope="col" class="number">
              Solvers
            </th>
            <th scope="col">Names</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((node, k) => (
            <tr key={k}>
              <td>
                <code>{node.call}</code>
              </td>
              <td>{node.rows}</td>
              <td class="number">{node.solvers.length}</td>
              <td class="soft">
                {node.solvers
                  .slice(0, 6)
                  .map((s) => study.solvers[s]!.label)
                  .join(', ')}
                {node.solvers.length > 6 && ', …'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const PATTERNS = {
  shared: 'calls that several solvers make: made once',
  samples: 'calls on the demo pairs: made once per task',
  labelling: 'objects of one grid with several selectors: one pass',
  maps: 'functions over one container: one round on a device',
} as const

function Patterns({ patterns }: { readonly patterns: BattStudy['plan']['patterns'] }) {
  const found = patterns.filter(({ groups }) => groups > 0)
  if (found.length === 0) return null
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Patterns">
      <table class="data">
        <thead>
          <tr>
            <th scope="col">Pattern</th>
            <th scope="col" class="wide-only">
              Saving
            </th>
            <th scope="col" class="number">
              Groups
            </th>
            <th scope="col" class="number">
              Calls
            </th>
            <th scope="col" class="number">
              Saved calls
            </th>
            <th scope="col" class="number">
              Saved work
            </th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ kind, groups, nodes, saved }) => (
            <tr key={kind}>
              <th scope="row">{kind}</th>
              <td class="soft wide-only">{PATTERNS[kind]}</td>
              <td class="number">{formatCount(groups)}</td>
              <td class="number">{formatCount(nodes)}</td>
              <td class="number">{formatCount(saved.calls)}</td>
              <td class="number">{formatCount(saved.work)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
