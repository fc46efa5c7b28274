// The frame of the studio: header with navigation, the current page, dropped files, messages.

import { useEffect, useState } from 'preact/hooks'
import { type Page, type PageEntry, pages } from '../pages/pages.ts'
import { PictureMenu } from '../share/picture-menu.tsx'
import { ShareMenu } from '../share/share-menu.tsx'
import { DropTarget } from './drop-target.tsx'
import { FilesMenu } from './files-menu.tsx'
import { Notices } from './notices.tsx'
import { linkTo, route } from './route.ts'
import { ViewMenu } from './view-menu.tsx'

/** The whole page. */
export function App() {
  const entry = pages.find(({ id }) => id === route.value.page) ?? pages[0]!
  return (
    <DropTarget>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to content
      </a>
      <header class="bar">
        <a class="brand" href={linkTo('tasks')}>
          <img src="./icon.svg" alt="" width="20" height="20" />
          Megabatt <span>studio</span>
        </a>
        <nav aria-label="Pages">
          <ul>
            {pages.map(({ id, title }) => (
              <li key={id}>
                <a href={linkTo(id)} aria-current={id === entry.id ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="bar-menus">
          <FilesMenu />
          <ShareMenu />
          <ViewMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <CurrentPage key={entry.id} entry={entry} />
      </main>
      <Notices />
      <PictureMenu />
    </DropTarget>
  )
}

function focusMain(event: MouseEvent): void {
  // The fragment is the route, so that a link cannot move the focus.
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

const loaded = new Map<string, Page>()

function CurrentPage({ entry }: { readonly entry: PageEntry }) {
  const [failure, setFailure] = useState<string>()
  const [, setCount] = useState(0)
  useEffect(() => {
    document.title = `${entry.title} · Megabatt studio`
    if (loaded.has(entry.id)) return
    const keep = (module: { default: Page }) => {
      loaded.set(entry.id, module.default)
      setCount((count) => count + 1)
    }
    entry.load().then(keep, (error: unknown) => setFailure(String(error)))
  }, [entry])
  const Shown = loaded.get(entry.id)
  if (failure !== undefined)
    return (
      <p class="problem" role="alert">
        This page could not be loaded: {failure}. Reload to try again.
      </p>
    )
  if (Shown === undefined)
    return (
      <p class="starting" role="status">
        Loading…
      </p>
    )
  return <Shown route={route.value} />
}
