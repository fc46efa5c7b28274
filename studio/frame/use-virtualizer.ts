// A virtual list: only the rows near the visible part are in the document.

import {
  type VirtualizerOptions,
  Virtualizer,
  elementScroll,
  observeElementOffset,
  observeElementRect,
} from '@tanstack/virtual-core'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

type Options = Pick<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'count' | 'estimateSize' | 'getScrollElement' | 'overscan' | 'gap' | 'scrollMargin' | 'paddingEnd' | 'getItemKey'
>

/** The virtualizer of a scrolled element; renders its component again when other rows become visible. */
export function useVirtualizer(options: Options): Virtualizer<HTMLElement, HTMLElement> {
  const [, setVersion] = useState(0)
  const all: VirtualizerOptions<HTMLElement, HTMLElement> = {
    ...options,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => setVersion((version) => version + 1),
  }
  const [virtualizer] = useState(() => new Virtualizer(all))
  virtualizer.setOptions(all)
  useEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  return virtualizer
}
