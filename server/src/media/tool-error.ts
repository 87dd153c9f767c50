export type ToolFailure = 'failed' | 'timeout' | 'aborted' | 'missing' | 'disk-full'

type Details = { exitCode?: number | null; stderr?: string; cause?: unknown }

const SENTENCES: Record<ToolFailure, string> = {
  failed: 'failed',
  timeout: 'took too long and was stopped',
  aborted: 'was stopped',
  missing: 'could not be started',
  'disk-full': 'found no room on the disk',
}

/** ffmpeg or ffprobe did not succeed. For the log, not for people; `stderr` has the last lines it said. */
export class ToolError extends Error {
  readonly failure: ToolFailure
  readonly exitCode: number | null
  readonly stderr: string

  constructor(program: string, failure: ToolFailure, details: Details = {}) {
    const { exitCode = null, stderr = '', cause } = details
    const said = stderr && `: ${stderr}`
    super(`${program} ${SENTENCES[failure]}${said}`, { cause })
    this.name = 'ToolError'
    this.failure = failure
    this.exitCode = exitCode
    this.stderr = stderr
  }
}
