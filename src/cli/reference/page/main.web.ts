// The search of the DSL page: hides the primitives that do not match the words, the dialect and the family.

const query = document.querySelector<HTMLInputElement>('#query')!
const dialect = document.querySelector<HTMLSelectElement>('#dialect')!
const family = document.querySelector<HTMLSelectElement>('#family')!
const count = document.querySelector<HTMLOutputElement>('#count')!
const cards = [...document.querySelectorAll<HTMLElement>('article')]

function filter(): void {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const card of cards) {
    const { dialects, family: own, words: text } = card.dataset
    const fits = dialects!.includes(dialect.value) && (family.value === '' || family.value === own)
    card.hidden = !(fits && words.every((word) => text!.includes(word)))
    if (!card.hidden) shown++
  }
  // A name that is typed in full comes first.
  for (const card of cards) card.classList.toggle('exact', card.dataset['names']!.split(' ').includes(words.join(' ')))
  count.textContent = shown === 1 ? '1 primitive' : `${shown} primitives`
}

for (const control of [query, dialect, family]) control.addEventListener('input', filter)
document.querySelector('form')!.addEventListener('submit', (event) => event.preventDefault())
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== query && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    query.focus()
  } else if (event.key === 'Escape' && document.activeElement === query) {
    query.value = ''
    filter()
  }
})
// A browser keeps what was typed when a page is reloaded.
filter()
