// The pages of the studio, in the order of the navigation. Each is a folder of its own, loaded when it is first shown.

import type { ComponentType } from 'preact'
import type { Route } from '../frame/route.ts'

/** The component of a page. */
export type Page = ComponentType<{ readonly route: Route }>

/** A page in the navigation. */
export interface PageEntry {
  /** The first part of its routes. */
  readonly id: string
  readonly title: string
  readonly load: () => Promise<{ readonly default: Page }>
}

/** All pages; the first is shown when the route names none. */
export const pages: readonly PageEntry[] = [
  { id: 'tasks', title: 'Tasks', load: () => import('./tasks/tasks-page.tsx') },
  { id: 'program', title: 'Program', load: () => import('./program/program-page.tsx') },
  { id: 'batts', title: 'Batts', load: () => import('./batts/batts-page.tsx') },
  { id: 'runs', title: 'Runs', load: () => import('./runs/runs-page.tsx') },
  { id: 'evolve', title: 'Evolve', load: () => import('./evolve/evolve-page.tsx') },
  { id: 'backends', title: 'Backends', load: () => import('./backends/backends-page.tsx') },
  { id: 'reference', title: 'Reference', load: () => import('./reference/reference-page.tsx') },
]
