#!/usr/bin/env node
// The megabatt command. Where Node keeps compiled code on disk, it does so from here on: all else is loaded after that.

import module from 'node:module'

// Node 20 has no such function.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => void }
enableCompileCache?.()
await import('./command-line.ts')
