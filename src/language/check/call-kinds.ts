// Tables of the kinds of values that primitives accept without failing and return, under duck typing, by dialect.

/** Signatures, each with the keys of its primitives: `ts any → i` takes a tuple or a set, then anything, and returns an integer. */
export type KindTable = Readonly<Record<string, string>>

// These are not the declared types: an argument that is ignored for an empty patch can be anything, `a & b` also
// intersects integers, and `both` returns one of its arguments. A kind may be omitted here only if no call with it has a
// value, in Python or in this engine. i integer, t tuple, s set, f function, n None.

/** Dialect a. */
export const kindsOfA: KindTable = {
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
  // Without a function, elements are compared themselves.
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

/** Dialect t: its own primitives, and those of dialect a that accept more on heaps of layout t. */
export const kindsOfT: KindTable = {
  't → i': 'square_t',
  't → t': 'toij cmirror_t hmirror_t',
  't → s': 'hfrontier@t',
  't → any': 'mostcommon_t leastcommon_t',
  'ts → i':
    'height_t height_f height_i height_o width_f width_i width_o size_t size_f portrait_t portrait_f square_f hline_i hline_o ' +
    'vline_i vline_o uppermost_i uppermost_o lowermost_i lowermost_o leftmost_i leftmost_o rightmost_i rightmost_o ' +
    'numcolors_t numcolors_f',
  'ts → in': 'a_mr',
  'ts → t': 'shape_t shape_f dedupe_pair_tuple dmirror_t vmirror_t p_g p_o ulcorner_i urcorner_i llcorner_i lrcorner_i',
  'ts → s':
    'box@t inbox@t outbox@t p_f palette_t palette_f hmirror_f hmirror_i hmirror_o vmirror_f vmirror_i vmirror_o dmirror_f ' +
    'dmirror_i dmirror_o cmirror_f cmirror_i cmirror_o',
  'ts → ts': 'merge_t merge_f normalize_i normalize_o',
  'ts → any': 'first@t second mostcolor_t mostcolor_f leastcolor_t leastcolor_f mostcommon_f leastcommon_f',
  // Without a value (0, None, an empty container), they return before they look at it.
  'itsn → i': 'width_t',
  'itsn → t': 'center@t',
  'itsn → any': 'first_t first_f last@t last_t last_f',
  'any → i': 'is_no_grid',
  'any → t': 'centerofmass ulcorner urcorner llcorner lrcorner ulcorner_o urcorner_o llcorner_o lrcorner_o',
  'any → s': 'corners asobject@t backdrop@t delta@t dneighbors@t ineighbors@t neighbors@t toindices_o',
  'any → ts': 'toindices',
  'any → any': 'normalize_t toindices_i',
  'it it → it': 'add@t subtract@t multiply@t divide@t combine_t',
  'is is → is': 'combine_f',
  't i → t': 'hsplit@t vsplit@t',
  't i → any': 'get_nth_t get_common_rank get_common_rank_t',
  't t → any': 'index@t',
  't any → t': 'ascell cover',
  'ts i → any': 'get_rank get_nth_f get_color_rank_t get_color_rank_f get_common_rank_f',
  'ts ts → t': 'celltuple',
  'ts f → any': 'valmax_t valmax_f valmin_t valmin_f',
  'ts fn → any': 'argmax_t argmax_f argmin_t argmin_f',
  'ts any → i': 'colorcount_t colorcount_f',
  'ts any → t': 'sfilter_t rapply_t upscale_t subgrid@t c_iz c_zo',
  'ts any → s': 'sfilter_f mfilter_t f_ofcolor upscale_f',
  'ts any → ts': 'difference_tuple mfilter_f rapply_f',
  'ts any → any': 'extract@t other@t other_t other_f',
  'itsn any → i': 'bordering@t',
  'any t → s': 'toobject',
  'any ts → t': 'apply_t mapply_t remove_t',
  'any ts → s': 'recolor_i recolor_o',
  'any ts → ts': 'apply_f mapply_f remove_f',
  'any itsn → any': 'gravitate@t',
  'any any → i': 'hmatching vmatching adjacent@t',
  'any any → in': 'col_row',
  'any any → t': 'corner',
  'any any → s': 'connect@t shoot@t',
  'any any → sn': 'o_g',
  'any any → any': 'shift@t mir_rot_t mir_rot_f',
  't itsn any → t': 'move@t',
  't any any → t': 'crop@t cellwise@t fill underfill',
  'ts f i → any': 'get_val_rank get_val_rank_t get_val_rank_f',
  'ts any i → any': 'get_arg_rank get_arg_rank_t get_arg_rank_f',
  'ts any f → any': 'c_iz_n c_zo_n',
  'ts any any → any': 'get_nth_by_key_t get_nth_by_key_f',
  'any any any → t': 'astriple',
  'any any any → any': 'c_branch',
}

/** Dialect r, where it differs from a: nothing is called for an empty container. */
export const kindsOfR: KindTable = {
  't ts → s': 'occurrences@r',
  'ts any → any': 'argmax@r argmin@r',
}
