// The HTML pages that the project makes: each folder has the script and the style of its page in `page/`.

/** Folders of sources, from the root. */
export const PAGE_FOLDERS = ['src/engine/report', 'src/cli/reference']
