// Kinds of values that each primitive accepts without failing, and kinds that it returns, under duck typing.

/** A set of kinds, one bit per kind. Every value has one kind; a boolean is an integer, a grid is a tuple. */
export type Kinds = number

export const INTEGER: Kinds = 1
export const TUPLE: Kinds = 2
export const SET: Kinds = 4
export const FUNCTION: Kinds = 8
export const NONE: Kinds = 16
export const ANY_KIND: Kinds = 31

/** Kinds of a call: per parameter the kinds with which a call can succeed, and the kinds of its result. */
export interface CallKinds {
  readonly accepted: readonly Kinds[]
  readonly given: Kinds
}

// These are not the declared types: an argument that is ignored for an empty patch can be anything, `a & b` also
// intersects integers, and `both` returns one of its arguments. A kind may be omitted here only if no call with it has a
// value, in Python or in this engine. i integer, t tuple, s set, f function, n None.
const SIGNATURES: Readonly<Record<string, string>> = {
  'i → i': 'even positive',
  't → t': 'trim tophalf bottomhalf lefthalf righthalf rot90 rot180 rot270',
  't → s': 'frontiers dneighbors ineighbors neighbors vfrontier hfrontier',
  't → any': 'mostcommon leastcommon',
  'it → it': 'invert double halve increment decrement crement sign',
  'ts → i':
    'numcolors size height width portrait square vline hline uppermost lowermost leftmost rightmost hperiod vperiod',
  'ts → t': 'dedupe totuple compress shape ulcorner urcorner llcorner lrcorner center centerofmass',
  'ts → s': 'backdrop delta inbox outbox palette asindices asobject corners partition fgpartition',
  'ts → ts': 'box merge toindices normalize hmirror vmirror dmirror cmirror',
  'ts → any': 'mostcolor leastcolor color first last maximum minimum',
  'any → i': 'flip',
  'any → t': 'toivec tojvec',
  'any → s': 'initset',
  'any → any': 'identity',
  'it it → it': 'add multiply divide vconcat',
  'it its → it': 'subtract',
  'is is → is': 'intersection',
  'its its → i': 'greater',
  't i → t': 'downscale hsplit vsplit',
  't t → s': 'shoot',
  't ts → any': 'index',
  't ts → t': 'paint underpaint cover',
  't ts → s': 'occurrences',
  'ts t → t': 'subgrid',
  'ts t → s': 'toobject',
  'ts ts → i': 'hmatching vmatching manhattan adjacent',
  'ts ts → t': 'gravitate position hconcat pair',
  'ts ts → s': 'connect',
  'ts ts → ts': 'combine',
  'ts f → any': 'extract valmax valmin',
  'ts fn → any': 'argmax argmin',
  'ts any → i': 'colorcount bordering',
  'ts any → t': 'order hupscale vupscale',
  'ts any → s': 'sizefilter colorfilter ofcolor',
  'ts any → ts': 'difference shift rapply sfilter mfilter upscale',
  'ts any → any': 'other',
  'f any → f': 'rbind lbind',
  'any i → t': 'repeat',
  'any i → any': 'power',
  'any t → t': 'canvas',
  'any s → s': 'insert',
  'any ts → i': 'contained',
  'any ts → s': 'product recolor',
  'any ts → ts': 'remove apply mapply',
  'any any → i': 'equality',
  'any any → t': 'astuple',
  'any any → f': 'compose matcher',
  'any any → any': 'both either',
  'i i i → t': 'interval',
  't t t → t': 'crop',
  't ts any → t': 'move',
  't any ts → t': 'fill underfill',
  't any any → t': 'cellwise',
  'ts any any → t': 'replace switch',
  'any ts ts → t': 'papply mpapply',
  'any any ts → s': 'prapply',
  'any any any → f': 'chain fork',
  'any any any → any': 'branch',
  't any any any → s': 'objects',
}

const LETTERS: Readonly<Record<string, Kinds>> = { i: INTEGER, t: TUPLE, s: SET, f: FUNCTION, n: NONE }

const byName = new Map<string, CallKinds>()
for (const [signature, names] of Object.entries(SIGNATURES)) {
  const [accepted, given] = signature.split(' → ')
  const kinds = { accepted: accepted!.split(' ').map(parseKinds), given: parseKinds(given!) }
  for (const name of names.split(' ')) byName.set(name, kinds)
}

function parseKinds(word: string): Kinds {
  if (word === 'any') return ANY_KIND
  return [...word].reduce((kinds, letter) => kinds | LETTERS[letter]!, 0)
}

/** The kinds of calls of a primitive; undefined if unknown. */
export function callKindsOf(name: string): CallKinds | undefined {
  return byName.get(name)
}

const NOUNS: readonly (readonly [Kinds, string])[] = [
  [INTEGER, 'an integer'],
  [TUPLE, 'a tuple'],
  [SET, 'a set'],
  [FUNCTION, 'a function'],
  [NONE, 'None'],
]

/** Describes kinds in words: "a tuple or a set". */
export function describeKinds(kinds: Kinds): string {
  return NOUNS.flatMap(([kind, noun]) => ((kinds & kind) === 0 ? [] : [noun])).join(' or ')
}
