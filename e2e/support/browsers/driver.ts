import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** An action of a keyboard or a pointer, as in the standard of WebDriver. */
export type Action = Record<string, unknown>
/** Actions of one device. */
export type Source = { type: 'key' | 'pointer'; id: string; parameters?: object; actions: Action[] }

/** A browser with one tab. Every browser has its own file that implements this with its own protocol. */
export interface Driver {
  version: string
  /** Returns when the page has loaded. */
  open(url: string): Promise<void>
  /** Calls a function, given as its source, in the page; arguments and result are JSON. */
  call(source: string, args: readonly unknown[]): Promise<unknown>
  perform(sources: Source[]): Promise<void>
  /** Chooses files in the file field that this function, given as its source, returns. */
  chooseFile(source: string, args: readonly unknown[], path: string): Promise<void>
  /** A picture of what the tab shows, as PNG in base64. */
  screenshot(): Promise<string>
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

/** Waits for a line of a program's output that matches, and returns the match. */
export async function lineOf(
  program: ChildProcess,
  stream: 'stdout' | 'stderr',
  pattern: RegExp,
): Promise<RegExpMatchArray> {
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = () =>
      reject(new Error(`${program.spawnfile} ended or said too little: ${output.slice(-2000)}`))
    const timer = setTimeout(fail, 60_000)
    program.once('exit', fail)
    program.once('error', reject)
    program[stream]?.on('data', (chunk: Buffer) => {
      output += chunk
      const match = output.match(pattern)
      if (!match) return
      clearTimeout(timer)
      program.off('exit', fail)
      resolve(match)
    })
  })
}

export async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  program.kill('SIGKILL')
  await once(program, 'exit')
}
