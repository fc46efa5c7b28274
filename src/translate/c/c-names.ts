// Names in C: kept as they are, but for keywords and for functions of the C library that compilers know.

const KEYWORDS = `
  auto break case char const continue default do double else enum extern float for goto if inline int long register
  restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false`

const LIBRARY = `
  abort abs acos asin atan atan2 atexit bcmp bcopy bsearch bzero calloc ceil clock close cos cosh div erf exit exp exp2 expm1
  fabs fdim ffs floor fma fmax fmin fmod free frexp gamma getenv hypot index isalpha isdigit isspace j0 j1 jn labs ldexp
  lgamma log log2 logb main malloc memchr memcmp memcpy memmove memset mmap modf mprotect munmap nan open pause pow printf
  putchar puts qsort raise rand read realloc remainder remove rename rindex rint round scalb scanf select signal signbit
  significand sin sinh sleep sqrt srand stpcpy strchr strcmp strlen system tan tanh time tolower toupper trunc write y0 y1 yn`

// Declared by the prelude besides the twins of borders.
const PRELUDE = `Heap WORDS SCRATCH KERNEL FACTS HAS_TRIPLES HEAP_BASE h grow shiftLeft kernelTable factsTable`

const taken = new Set(`${KEYWORDS} ${LIBRARY} ${PRELUDE}`.trim().split(/\s+/))

/** The name that a constant, function or variable of kernel TypeScript has in C. */
export function cName(name: string): string {
  return taken.has(name) ? `${name}_` : name
}
