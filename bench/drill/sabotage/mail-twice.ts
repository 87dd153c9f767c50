// Loaded into the program first: it sends every mail twice.
import { createRequire } from 'node:module'

interface Transport {
  sendMail(message: object): Promise<unknown>
}

// The program's copy of the library.
const { createTransport } = createRequire(new URL('../../../server/package.json', import.meta.url))(
  'nodemailer',
)
const prototype: Transport = Object.getPrototypeOf(createTransport({}))
const { sendMail } = prototype
prototype.sendMail = async function (message) {
  await sendMail.call(this, { ...message })
  return sendMail.call(this, message)
}
