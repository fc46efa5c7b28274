// PTX of one kernel as C: a function that runs one basic block of one lane, and the instructions of each block.

const REGISTERS = { p: 'uint8_t', rs: 'uint16_t', r: 'uint32_t', rd: 'uint64_t' }
const WIDTHS = [8, 16, 32, 64]
/** Signed, unsigned and untyped numbers of each width. */
const TYPES = Object.fromEntries([
  ['pred', 'uint8_t'],
  ...WIDTHS.flatMap((width) => [
    [`s${width}`, `int${width}_t`],
    [`u${width}`, `uint${width}_t`],
    [`b${width}`, `uint${width}_t`],
  ]),
])
const COMPARISONS = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=', lo: '<', ls: '<=', hi: '>', hs: '>=' }
const OPERATORS = { add: '+', sub: '-', and: '&', or: '|', xor: '^' }
const ATOMICS = {
  add: 'o + v',
  or: 'o | v',
  exch: 'v',
  cas: 'o == v ? w : o',
  min: 'o < v ? o : v',
  max: 'o > v ? o : v',
}

/** The C text for lockstep.c; throws for an instruction that is not known. */
export function toC(ptx) {
  const { blocks, labels, counts, localBytes } = splitBlocks(ptx)
  const shared = placeShared(ptx)
  const printer = new Printer(labels, shared)
  const cases = blocks.map((block, k) => {
    const first = printer.kinds.length
    const lines = block.map((line) => `    ${printer.print(line, k + 1)}\n`)
    const leaves = /^(?:@!?%p\d+\s+)?(?:bra|ret|bar|barrier)\b/.test(block.at(-1) ?? '')
    const text = `  case ${k}:\n${lines.join('')}${leaves ? '' : `    return ${k + 1};\n`}`
    // Moves between registers are no instructions of the card.
    return {
      text,
      first,
      accesses: printer.kinds.length - first,
      size: block.filter((line) => !/^(?:mov|cvta)\./.test(line)).length,
    }
  })
  const list = (name, key) => `static const int ${name}[] = {${cases.map((own) => own[key]).join(', ')}};\n`
  const registers = Object.entries(REGISTERS).map(([name, type]) => `  ${type} ${name}[${(counts[name] ?? 0) + 1}];\n`)
  return `typedef struct Lane {
  uint64_t param[8];
  char *shared;
  uint32_t tid;
  int block, isWaiting;
${registers.join('')}  char local[${localBytes}];
} Lane;
${list('blockSizes', 'size')}${list('blockAccesses', 'accesses')}${list('firstAccess', 'first')}#define SHARED_BYTES ${shared.bytes}
static uint64_t touched[64][${printer.kinds.length + 1}];
enum { READS, WRITES, CHANGES };
static const char accessKinds[] = {${printer.kinds.join(', ')}};
#define TOUCH(k, a) touched[L->tid][k] = (a)
static int runBlock(Lane *L, int block) {
  switch (block) {
${cases.map(({ text }) => text).join('')}  }
  return -1;
}
`
}

function splitBlocks(ptx) {
  const body = ptx.slice(ptx.indexOf('.entry'))
  const text = body.slice(body.indexOf('{') + 1, body.lastIndexOf('}'))
  const blocks = [[]]
  const labels = new Map()
  const counts = {}
  let localBytes = 8
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\/\/.*$/, '').trim()
    const declared = /^\.reg \.\w+\s+%(\w+)<(\d+)>;/.exec(line)
    const local = /^\.local .*\[(\d+)\];/.exec(line)
    const label = /^(\$?\w+):$/.exec(line)
    if (declared) counts[declared[1]] = Number(declared[2])
    else if (local) localBytes = Number(local[1])
    else if (label) {
      if (blocks.at(-1).length > 0) blocks.push([])
      labels.set(label[1], blocks.length - 1)
    } else if (line !== '' && !line.startsWith('.')) {
      blocks.at(-1).push(line)
      if (/\b(?:bra|ret|bar|barrier)\b/.test(line)) blocks.push([])
    }
  }
  return { blocks, labels, counts, localBytes }
}

/** Where the shared arrays are in the memory of a workgroup. */
function placeShared(ptx) {
  const places = new Map()
  let bytes = 16
  for (const [, align, name, size] of ptx.matchAll(/^\s*\.shared \.align (\d+) \.b8 (\S+)\[(\d+)\];/gm)) {
    bytes = Math.ceil(bytes / Number(align)) * Number(align)
    places.set(name, bytes)
    bytes += Number(size)
  }
  return { places, bytes }
}

class Printer {
  /** What each access does: READS, WRITES or CHANGES, which is both at once. */
  kinds = []
  #labels
  #shared

  constructor(labels, { places }) {
    this.#labels = labels
    this.#shared = places
  }

  print(whole, next) {
    const guarded = /^@(!?)(%p\d+)\s+(.*)$/.exec(whole)
    const guard = guarded ? `${guarded[1]}${operand(guarded[2])}` : undefined
    const line = this.#placeShared(guarded ? guarded[3] : whole)
    if (/^bar(?:rier)?\./.test(line)) return `L->isWaiting = 1; return ${next};`
    const [, name, rest] = /^([\w.:]+)\s*(.*);$/.exec(line)
    const op = name.split('.')
    const args = rest.split(/,\s*(?![^[{]*[\]}])/)
    if (op[0] === 'bra') return leave(guard, this.#labels.get(args[0].trim()), next)
    if (op[0] === 'ret') return leave(guard, -1, next)
    const text = this.#printOperation(op, args, line)
    return guard === undefined ? `${text};` : `if (${guard}) { ${text}; }`
  }

  /** Names of shared arrays as their places. */
  #placeShared(line) {
    return line.replaceAll(/[\w$]+/g, (name) => String(this.#shared.get(name) ?? name))
  }

  #printOperation(op, args, line) {
    const type = TYPES[op.at(-1)]
    const a = (k) => `(${type})(${operand(args[k])})`
    const [kind] = op
    const into = (text) => `${operand(args[0])} = ${text}`
    const wide = op.includes('s32') ? 'int64_t' : 'uint64_t'
    if (OPERATORS[kind]) return into(`${a(1)} ${OPERATORS[kind]} ${a(2)}`)
    switch (kind) {
      case 'mov':
        return into(operand(args[1]))
      case 'cvta':
        return into(op.includes('shared') ? `(uint64_t)L->shared + ${operand(args[1])}` : operand(args[1]))
      case 'cvt':
        return into(`(${TYPES[op.at(-2)]})(${type})${operand(args[1])}`)
      case 'mul':
        if (op[1] === 'lo') return into(`${a(1)} * ${a(2)}`)
        return into(`(${wide})${a(1)} * (${wide})${a(2)}${op[1] === 'hi' ? ' >> 32' : ''}`)
      case 'mad':
        return op[1] === 'wide'
          ? into(`(${wide})${a(1)} * (${wide})${a(2)} + ${operand(args[3])}`)
          : into(`${a(1)} * ${a(2)} + ${a(3)}`)
      case 'min':
        return into(`${a(1)} < ${a(2)} ? ${a(1)} : ${a(2)}`)
      case 'max':
        return into(`${a(1)} > ${a(2)} ? ${a(1)} : ${a(2)}`)
      case 'not':
        return into(op[1] === 'pred' ? `!${operand(args[1])}` : `~${a(1)}`)
      case 'neg':
        return into(`-${a(1)}`)
      case 'abs':
        return into(`${a(1)} < 0 ? -${a(1)} : ${a(1)}`)
      case 'clz':
        return into(`${operand(args[1])} ? __builtin_clz(${operand(args[1])}) : 32`)
      case 'bfi': {
        const mask = `(uint32_t)(((1ull << ${operand(args[4])}) - 1) << ${operand(args[3])})`
        return into(`(${a(2)} & ~${mask}) | (${a(1)} << ${operand(args[3])} & ${mask})`)
      }
      case 'popc':
        return into(`__builtin_popcount(${operand(args[1])})`)
      case 'shl':
        return into(`(uint32_t)(${operand(args[2])}) > 31 ? 0 : ${a(1)} << (${operand(args[2])})`)
      case 'shr':
        return into(`(uint32_t)(${operand(args[2])}) > 31 ? (${a(1)} < 0 ? -1 : 0) : ${a(1)} >> (${operand(args[2])})`)
      case 'div':
        return into(`${a(2)} ? ${a(1)} / ${a(2)} : 0`)
      case 'rem':
        return into(`${a(2)} ? ${a(1)} % ${a(2)} : 0`)
      case 'selp':
        return into(`${operand(args[3])} ? ${a(1)} : ${a(2)}`)
      case 'setp':
        return into(`${a(1)} ${COMPARISONS[op[1]]} ${a(2)}`)
      case 'ld':
        return `${printParts(args[0], (own, k) => `${own} = ((${type}*)${addressIn(op, args[1])})[${k}]`)}${this.#touch('READS', op, args[1])}`
      case 'st':
        return `${printParts(args[1], (own, k) => `((${type}*)${addressIn(op, args[0])})[${k}] = ${own}`)}${this.#touch('WRITES', op, args[0])}`
      case 'atom':
      case 'red': {
        const [into, ...others] = kind === 'red' ? [undefined, ...args] : args
        return `${printAtomic(op, into, others, type)}${this.#touch('CHANGES', op, others[0])}`
      }
      default:
        throw new Error(`unknown instruction '${line}'`)
    }
  }

  #touch(kind, op, place) {
    if (['param', 'local', 'const', 'shared'].some((space) => op.includes(space))) return ''
    this.kinds.push(kind)
    return `; TOUCH(${this.kinds.length - 1}, ${address(place)})`
  }
}

function leave(guard, target, next) {
  return guard === undefined ? `return ${target};` : `if (${guard}) return ${target}; return ${next};`
}

/** One assignment for each register of an operand, which is a vector in braces or a single one. */
function printParts(text, print) {
  const parts = text
    .trim()
    .replace(/^\{|\}$/g, '')
    .split(',')
  return parts.map((part, k) => print(operand(part), k)).join('; ')
}

function printAtomic(op, into, [place, value, other], type) {
  const kind = Object.keys(ATOMICS).find((name) => op.includes(name))
  if (kind === undefined) throw new Error(`unknown atomic '${op.join('.')}'`)
  const w = other === undefined ? '' : `${type} w = ${operand(other)}; (void)w;`
  const kept = into === undefined ? '' : `${operand(into)} = o;`
  return `{ ${type} *p = (${type}*)${addressIn(op, place)}; ${type} o = *p, v = ${operand(value)}; ${w} *p = ${ATOMICS[kind]}; ${kept} }`
}

function operand(text) {
  const own = text.trim()
  const register = /^%(p|rs|rd|r)(\d+)$/.exec(own)
  if (register) return `L->${register[1]}[${register[2]}]`
  if (own === '%SP' || own === '%SPL' || own.startsWith('__local_depot')) return '(uint64_t)L->local'
  if (own === '%tid.x') return 'L->tid'
  if (own === '%ntid.x') return '64u'
  if (own === '%ctaid.x') return '0u'
  if (own === '%nctaid.x') return '1u'
  if (!/^-?\d+$/.test(own)) throw new Error(`unknown operand '${own}'`)
  if (own === '-2147483648') return '(-2147483647 - 1)'
  return Math.abs(Number(own)) > 2147483647 ? `${own}ll` : own
}

/** An address in the memory that an instruction names. */
function addressIn(op, text) {
  return op.includes('shared') ? `(L->shared + ${address(text)})` : address(text)
}

function address(text) {
  const [, base, offset = '0'] = /^\[?(.*?)(?:\+(-?\d+))?\]?$/.exec(text.trim())
  const param = /_param_(\d+)$/.exec(base)
  return param ? `((uint64_t)&L->param[${param[1]}] + ${offset})` : `(${operand(base)} + (${offset}))`
}
