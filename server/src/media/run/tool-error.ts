export type ToolFailure = 'failed' | 'timeout' | 'aborted' | 'missing' | 'disk-full'

interface Details {
  exitCode?: number | null
  stderr?: string
  cause?: unknown
}

const failureTexts: Record<ToolFailure, string> = {
  failed: 'failed',
  timeout: 'took too long and was stopped',
  aborted: 'was stopped',
  missing: 'could not be started',
  'disk-full': 'found no room on the disk',
}

/** ffmpeg or ffprobe did not succeed. For the log, not for people. `stderr` has the last lines of its output. */
export class ToolError extends Error {
  readonly failure: ToolFailure
  readonly exitCode: number | null
  readonly stderr: string

  constructor(program: string, failure: ToolFailure, details: Details = {}) {
    const { exitCode = null, stderr = '', cause } = details
    const output = stderr && `: ${stderr}`
    super(`${program} ${failureTexts[failure]}${output}`, { cause })
    this.name = 'ToolError'
    this.failure = failure
    this.exitCode = exitCode
    this.stderr = stderr
  }
}
