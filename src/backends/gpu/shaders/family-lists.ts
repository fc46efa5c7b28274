// Which kernels share a large family (families.ts). `node bench/families.mjs --write` writes this file: rounds that need one kernel of a
// family should need the others as well. Counted on the schedule of all gallery programs. Kernels that are not listed come after these.

// prettier-ignore
export const familyLists: readonly (readonly string[])[] = [
  [
    'size', 'lbind', 'even', 'both', 'compose', 'identity', 'first', 'mapplyCalls', 'branch', 'matcher', 'flip', 'fork', 'initset',
    'extract', 'last', 'applyCalls', 'extractCalls', 'sfilterCalls', 'either', 'argmaxCalls', 'chain', 'orderCalls', 'astuple', 'color',
    'rapplyCalls', 'sfilter', 'positive', 'power', 'rbind', 'mpapplyCalls', 'repeat', 'mfilterCalls', 'valmaxCalls', 'argminCalls',
    'equality', 'canvas', 'totuple', 'papplyCalls', 'tophalf', 'invert', 'tojvec', 'height', 'insert', 'valminCalls', 'vupscale',
    'bottomhalf', 'asindices', 'rot180', 'vfrontier', 'leftmost', 'width', 'apply', 'trim', 'interval', 'add', 'multiply', 'prapplyCalls',
    'mapply', 'rot270', 'rot90', 'sign', 'halve', 'shoot', 'vconcat', 'toivec', 'argmax', 'colorcount', 'ofcolor', 'replace', 'remove',
    'hfrontier', 'neighbors', 'dneighbors', 'ineighbors', 'outbox', 'box', 'hupscale', 'increment', 'divide', 'downscale', 'subtract',
    'mfilter', 'shape', 'intersection', 'rapply', 'uppermost', 'connect', 'index', 'hconcat', 'vsplit', 'palette', 'mpapply', 'center',
    'crement', 'paint', 'crop', 'ulcorner', 'leastcommon', 'merge', 'argmin', 'decrement', 'double', 'lefthalf', 'righthalf', 'llcorner',
    'urcorner', 'lrcorner', 'papply', 'lowermost', 'rightmost', 'mostcommon', 'hsplit', 'inbox', 'switch_', 'prapply', 'argmaxOrNone',
    'argmaxOrNoneCalls', 'argminOrNoneCalls',
  ],
  [
    'greater', 'portrait', 'backdrop', 'square', 'valmax', 'toindices', 'pair', 'other', 'order', 'cellwise', 'combine', 'manhattan',
    'leastcolor', 'dmirror', 'bordering', 'difference', 'vline', 'vmirror',
  ],
  [
    'fill', 'dedupe', 'hline', 'asobject', 'valmin', 'underfill', 'recolor', 'cmirror', 'adjacent', 'contained', 'mostcolor', 'sizefilter',
    'numcolors', 'colorfilter', 'hmirror', 'shift',
  ],
  [
    'product', 'position', 'subgrid', 'minimum', 'maximum', 'cover', 'corners', 'toobject',
  ],
  [
    'delta', 'occurrences', 'frontiers', 'occurrencesInside', 'centerofmass', 'normalize', 'hmatching',
  ],
  [
    'partition', 'vperiod', 'hperiod', 'compress', 'fgpartition', 'objects', 'argminOrNone',
  ],
  [
    'move', 'vmatching', 'upscale', 'underpaint',
  ],
  [
    'gravitate',
  ],
]
