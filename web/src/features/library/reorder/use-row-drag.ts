import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Edge } from './move-item.ts'

export type RowDrag = {
  videoId: string
  /** Rows are only dropped on rows of the same list. */
  listId: string
  isEnabled: boolean
  onHold: (videoId: string | undefined) => void
  /** Called when a row is dropped above or below another one. */
  onMoveBeside: (videoId: string, besideId: string, edge: Edge) => void
}

/** Makes a row draggable by its handle, and a target to drop other rows on. */
export function useRowDrag(
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  { videoId, listId, isEnabled, onHold, onMoveBeside }: RowDrag,
) {
  const [isDragged, setIsDragged] = useState(false)
  const [edge, setEdge] = useState<Edge>()
  const hold = useEffectEvent(onHold)
  const drop = useEffectEvent(onMoveBeside)

  useEffect(() => {
    const element = row.current
    const dragHandle = handle.current
    if (!isEnabled || !element || !dragHandle) return
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ videoId, listId }),
        onDragStart: () => {
          hold(videoId)
          setIsDragged(true)
        },
        onDrop: () => {
          hold(undefined)
          setIsDragged(false)
        },
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source: { data } }) => data.listId === listId && data.videoId !== videoId,
        getData: ({ input }) => ({ edge: edgeAt(element, input.clientY) }),
        onDrag: ({ self }) => setEdge(self.data.edge as Edge),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, self }) => {
          setEdge(undefined)
          drop(String(source.data.videoId), videoId, self.data.edge as Edge)
        },
      }),
    )
  }, [row, handle, isEnabled, videoId, listId])
  return { isDragged, edge }
}

function edgeAt(element: Element, y: number): Edge {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'top' : 'bottom'
}
