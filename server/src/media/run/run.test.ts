import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { patiently } from '../../../test/patience.ts'
import { descendantsOf } from '../../../test/programs/processes.ts'
import { capture, listFilters, readProgress, runFfmpeg, runFfprobe } from './run.ts'
import { guardPrefix } from './run-guard.ts'

const endless = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-f', 'null', '-']
const hasGuard = async (program: string) =>
  (await guardPrefix({ niceness: 10, memoryLimitBytes: 1e9 })).includes(program)

describe('runFfmpeg', () => {
  it('reports its progress', async () => {
    const seen: number[] = []
    const args = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=2', '-f', 'null', '-']
    await runFfmpeg(args, { timeoutMs: 20_000, onProgress: (seconds) => seen.push(seconds) })
    expect(seen.at(-1)).toBeCloseTo(2, 0)
  })

  it('stops a run that takes too long', async () => {
    await expect(runFfmpeg(endless, { timeoutMs: 500 })).rejects.toMatchObject({ failure: 'timeout' })
  })

  it('stops when it is aborted, and does not start if it was aborted before', async () => {
    const abort = new AbortController()
    const running = runFfmpeg(endless, { timeoutMs: 20_000, signal: abort.signal })
    setTimeout(() => abort.abort(), 300)
    await expect(running).rejects.toMatchObject({ name: 'ToolError', failure: 'aborted' })
    const late = runFfmpeg(endless, { timeoutMs: 20_000, signal: abort.signal })
    await expect(late).rejects.toMatchObject({ failure: 'aborted' })
  })

  it('includes the last lines of ffmpeg in its error', async () => {
    const failing = runFfmpeg(['-i', 'file:/nowhere.mp4', 'x.mp4'], { timeoutMs: 20_000 })
    await expect(failing).rejects.toMatchObject({ failure: 'failed' })
    await expect(failing).rejects.toThrow(/No such file or directory/)
  })

  it('distinguishes a full disk from a problem with the file', async () => {
    const script = 'echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1'
    const failing = capture('sh', ['-c', script], { timeoutMs: 20_000 })
    await expect(failing).rejects.toMatchObject({ failure: 'disk-full' })
  })

  it('fails by itself when it needs too much memory', async () => {
    if (!(await hasGuard('prlimit'))) return
    const big = ['-f', 'lavfi', '-i', 'color=size=7680x4320:duration=1', '-c:v', 'libx264', '-f', 'null', '-']
    const greedy = runFfmpeg(big, { timeoutMs: 20_000, memoryLimitBytes: 150 * 1024 ** 2 })
    await expect(greedy).rejects.toMatchObject({ failure: 'failed' })
  })

  it('ends when the server is killed', async () => {
    if (!(await hasGuard('setpriv'))) return
    const script = `import { runFfmpeg } from '${import.meta.dirname}/run.ts'
      await runFfmpeg(${JSON.stringify(endless)}, { timeoutMs: 60_000 })`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    const child = await vi.waitFor(() => ffmpegOf(parent), patiently)
    expect(await isAlive(child)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(child), patiently).toBe(false)
  })

  it('runs with low priority', async () => {
    expect(await guardPrefix({ niceness: 10, memoryLimitBytes: undefined })).toEqual(
      expect.arrayContaining(['nice', '-n', '10']),
    )
  })
})

it('runFfprobe returns the output of ffprobe', async () => {
  expect(await runFfprobe(['-version'], { timeoutMs: 10_000 })).toMatch(/^ffprobe version/)
})

it('listFilters lists the filters of the installed ffmpeg', async () => {
  expect((await listFilters()).has('scale')).toBe(true)
})

it.each([
  ['out_time_us=1500000', 1.5],
  ['out_time_us=N/A', undefined],
  ['out_time_us=-9223372036854775807', undefined],
  ['progress=continue', undefined],
])('reads progress from %s', (line, seconds) => {
  expect(readProgress(line)).toBe(seconds)
})

/** The guards execute ffmpeg or start it as a child, and before that the sandbox is tried with `ffmpeg -version`. */
async function ffmpegOf(parent: ChildProcess): Promise<number> {
  const all = await descendantsOf(parent.pid ?? 0, 'ffmpeg')
  const ffmpeg = all.find(({ command }) => command.includes('testsrc2'))
  if (!ffmpeg) throw new Error('ffmpeg was not started')
  return ffmpeg.pid
}

async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State: X')
  return !/State:\s+[XZ]/.test(status)
}
