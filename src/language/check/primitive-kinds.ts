// Which kinds of value a primitive can be given without failing, and which it can give: what duck typing leaves of types.

/** A set of kinds, a bit each. Every value is of one kind; a boolean is an integer, a grid a tuple. */
export type Kinds = number

export const INTEGER: Kinds = 1
export const TUPLE: Kinds = 2
export const SET: Kinds = 4
export const FUNCTION: Kinds = 8
export const ANY_KIND: Kinds = 15

/** The kinds of a call: for each parameter those that some call succeeds with, and those of what it gives then. */
export interface CallKinds {
  readonly accepted: readonly Kinds[]
  readonly given: Kinds
}

// Not the declared types: an argument that is not looked at when a patch is empty may be anything, `a & b` intersects
// integers too, and what `both` gives is one of its arguments. A kind may only be left out here where no call with it has
// a value, in Python or with us. i integer, t tuple, s set, f function.
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
  't t → any': 'index',
  't ts → t': 'paint underpaint cover',
  't ts → s': 'occurrences',
  'ts t → t': 'subgrid',
  'ts t → s': 'toobject',
  'ts ts → i': 'hmatching vmatching manhattan adjacent',
  'ts ts → t': 'gravitate position hconcat pair',
  'ts ts → s': 'connect',
  'ts ts → ts': 'combine',
  'ts f → any': 'extract valmax valmin argmax argmin',
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

const LETTERS: Readonly<Record<string, Kinds>> = { i: INTEGER, t: TUPLE, s: SET, f: FUNCTION }

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

/** The kinds of a primitive's calls; nothing for one of which it is not known. */
export function callKindsOf(name: string): CallKinds | undefined {
  return byName.get(name)
}

const NOUNS: readonly (readonly [Kinds, string])[] = [
  [INTEGER, 'an integer'],
  [TUPLE, 'a tuple'],
  [SET, 'a set'],
  [FUNCTION, 'a function'],
]

/** Kinds in words: "a tuple or a set". */
export function describeKinds(kinds: Kinds): string {
  return NOUNS.flatMap(([kind, noun]) => ((kinds & kind) === 0 ? [] : [noun])).join(' or ')
}
