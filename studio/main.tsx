// Starts the studio: the frame first, then the engine and the files.

import { effect } from '@preact/signals'
import { render } from 'preact'
import { App } from './frame/app.tsx'
import { notifyError } from './frame/notices.tsx'
import { route } from './frame/route.ts'
import { startOffline } from './offline/start-offline.ts'
import { loadGallery } from './state/library.ts'
import { watchLinks } from './share/share-link.ts'
import { isServed, loadServedFiles } from './state/served-files.ts'
import { applyTheme } from './state/preferences.ts'
import { startRuns } from './state/results.ts'

applyTheme()
watchLinks()
const root = document.querySelector('#app')!
root.replaceChildren()
render(<App />, root)
if (!isServed) startOffline()
void (isServed ? loadServedFiles() : loadGallery()).catch(notifyError)
// All programs on all tasks: not before a page shows their results, so that a program that is opened first has all cores.
effect(() => {
  if (route.value.page !== 'program') startRuns()
})
