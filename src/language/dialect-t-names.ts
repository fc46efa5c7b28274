// Names of dialect T that are not supported yet; known names get another message than misspelt ones.

const names =
  'a_mr apply_f apply_t argmax_f argmax_t argmin_f argmin_t ascell astriple c_branch c_iz ' +
  'c_iz_n c_zo c_zo_n celltuple cmirror_f cmirror_i cmirror_o cmirror_t col_row colorcount_f colorcount_t ' +
  'combine_f combine_t corner dedupe_pair_tuple difference_tuple dmirror_f dmirror_i dmirror_o dmirror_t ' +
  'f_ofcolor first_f first_t get_arg_rank get_arg_rank_f get_arg_rank_t get_color_rank_f get_color_rank_t ' +
  'get_common_rank get_common_rank_f get_common_rank_t get_nth_by_key_f get_nth_by_key_t get_nth_f get_nth_t ' +
  'get_rank get_val_rank get_val_rank_f get_val_rank_t height_f height_i height_o height_t hline_i hline_o ' +
  'hmirror_f hmirror_i hmirror_o hmirror_t is_no_grid last_f last_t leastcolor_f leastcolor_t leastcommon_f ' +
  'leastcommon_t leftmost_i leftmost_o llcorner_i llcorner_o lowermost_i lowermost_o lrcorner_i lrcorner_o ' +
  'mapply_f mapply_t merge_f merge_t mfilter_f mfilter_t mir_rot_f mir_rot_t mostcolor_f mostcolor_t ' +
  'mostcommon_f mostcommon_t normalize_i normalize_o normalize_t numcolors_f numcolors_t o_g other_f other_t ' +
  'p_f p_g p_o palette_f palette_t portrait_f portrait_t rapply_f rapply_t recolor_i recolor_o remove_f ' +
  'remove_t rightmost_i rightmost_o second sfilter_f sfilter_t shape_f shape_t size_f size_t square_f square_t ' +
  'toij toindices_i toindices_o ulcorner_i ulcorner_o uppermost_i uppermost_o upscale_f upscale_t urcorner_i ' +
  'urcorner_o valmax_f valmax_t valmin_f valmin_t vline_i vline_o vmirror_f vmirror_i vmirror_o vmirror_t ' +
  'width_f width_i width_o width_t'

/** The primitives of dialect T that dialect A does not have. */
export const dialectTNames: ReadonlySet<string> = new Set(names.split(' '))
