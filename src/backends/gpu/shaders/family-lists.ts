// Which kernels share a large family (families.ts). `node bench/families.mjs --write` writes this file: rounds that need one kernel of a
// family should need the others as well. Counted on the schedule of all gallery programs. Kernels that are not listed come after these.

// prettier-ignore
export const familyLists: readonly (readonly string[])[] = [
  [
    'size', 'first', 'lbind', 'extract', 'applyCalls', 'mapplyCalls', 'extractCalls', 'last', 'compose', 'astuple', 'argmaxCalls',
    'sfilter', 'even', 'both', 'matcher', 'flip', 'fork', 'mfilterCalls', 'sfilterCalls', 'initset', 'color', 'orderCalls', 'repeat',
    'rapplyCalls', 'either', 'branch', 'chain', 'equality', 'mpapplyCalls', 'invert', 'canvas', 'totuple', 'valmaxCalls', 'argminCalls',
    'tophalf', 'tojvec', 'insert', 'papplyCalls', 'height', 'identity', 'positive', 'vfrontier', 'vconcat', 'mapply', 'power', 'rbind',
    'apply', 'width', 'rot180', 'ofcolor', 'vupscale', 'outbox', 'bottomhalf', 'argmax', 'box', 'add', 'multiply', 'trim', 'interval',
    'rot270', 'rot90', 'sign', 'halve', 'leftmost', 'replace', 'valminCalls', 'shoot', 'hfrontier', 'remove', 'asindices', 'hconcat',
    'toivec', 'increment', 'hupscale', 'prapplyCalls', 'shape', 'palette', 'downscale', 'mfilter', 'rapply', 'intersection', 'uppermost',
    'neighbors', 'dneighbors', 'ineighbors', 'mpapply', 'colorcount', 'paint', 'vsplit', 'center', 'greater', 'connect', 'backdrop', 'crop',
    'crement', 'index', 'portrait', 'papply', 'argmin', 'decrement', 'double', 'divide', 'lowermost', 'rightmost', 'inbox', 'hsplit',
    'switch_', 'prapply', 'argmaxOrNoneCalls', 'argminOrNoneCalls',
  ],
  [
    'leastcommon', 'hline', 'valmax', 'square', 'order', 'pair', 'cellwise', 'subtract', 'other', 'shift', 'combine', 'ulcorner',
    'llcorner', 'urcorner', 'lrcorner', 'merge', 'toindices', 'lefthalf', 'righthalf', 'manhattan', 'mostcommon', 'leastcolor',
    'difference', 'bordering', 'hmirror', 'vmirror', 'dmirror', 'cmirror', 'mostcolor',
  ],
  [
    'dedupe', 'fill', 'recolor', 'asobject', 'vline', 'valmin', 'normalize', 'underfill', 'subgrid', 'adjacent', 'hmatching', 'vmatching',
    'toobject', 'contained', 'sizefilter',
  ],
  [
    'product', 'numcolors', 'cover', 'position', 'minimum', 'maximum', 'colorfilter', 'delta', 'argminOrNone', 'argmaxOrNone',
  ],
  [
    'upscale', 'corners', 'underpaint', 'move',
  ],
  [
    'centerofmass', 'frontiers', 'partition', 'vperiod', 'hperiod', 'compress', 'fgpartition',
  ],
  [
    'occurrences', 'objects', 'gravitate', 'occurrencesInside',
  ],
]
