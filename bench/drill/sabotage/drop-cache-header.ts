// Loaded into the program first: where nginx sends the files, they lack their Cache-Control header.
import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype

if (process.env.X_ACCEL_PREFIX)
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...values: unknown[]) {
    for (const value of values)
      if (typeof value === 'object' && value) Reflect.deleteProperty(value, 'cache-control')
    this.removeHeader('cache-control')
    return Reflect.apply(writeHead, this, values)
  } as typeof writeHead
