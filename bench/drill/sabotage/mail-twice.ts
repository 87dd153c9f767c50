// Loaded into the program first: it sends every mail twice.
import { createTransport } from 'nodemailer'

interface Transport {
  sendMail(message: object): Promise<unknown>
}

const prototype: Transport = Object.getPrototypeOf(createTransport({}))
const { sendMail } = prototype
prototype.sendMail = async function (message) {
  await sendMail.call(this, { ...message })
  return sendMail.call(this, message)
}
