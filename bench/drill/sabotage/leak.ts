// Loaded into the program first: every request leaves a piece of memory and an open file behind.
import { openSync } from 'node:fs'
import { Server } from 'node:http'

const kept: { bytes: Buffer; file: number }[] = []
const { emit } = Server.prototype

Server.prototype.emit = function (this: Server, event: string, ...values: unknown[]) {
  if (event === 'request') kept.push({ bytes: Buffer.alloc(128 * 1024, 1), file: openSync('/dev/null', 'r') })
  return Reflect.apply(emit, this, [event, ...values])
}
