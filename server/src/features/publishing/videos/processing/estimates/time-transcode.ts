import type { Context } from '../../../../../context/context.ts'

interface Transcode {
  kind: 'playable' | 'ladder' | 'part' | 'sound'
  /** The length of the encoded video. */
  videoSeconds: number
  signal: AbortSignal
}

/** Runs a transcode and counts it for /metrics. */
export async function timeTranscode<Made>(
  { metrics: { transcodes } }: Context,
  { kind, videoSeconds, signal }: Transcode,
  make: () => Promise<Made>,
): Promise<{ made: Made; seconds: number }> {
  const startedAt = performance.now()
  transcodes.running.inc({ kind })
  try {
    const made = await make()
    const seconds = (performance.now() - startedAt) / 1000
    transcodes.ended.inc({ kind, outcome: 'done' })
    transcodes.seconds.inc({ kind }, seconds)
    transcodes.videoSeconds.inc({ kind }, videoSeconds)
    return { made, seconds }
  } catch (error) {
    transcodes.ended.inc({ kind, outcome: signal.aborted ? 'interrupted' : 'failed' })
    throw error
  } finally {
    transcodes.running.dec({ kind })
  }
}
