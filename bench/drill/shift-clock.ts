// Loaded into the program before anything else: a SIGUSR2 puts its clock three hours forward, and the next one back
// again. Only `Date` jumps, as with a real change of the clock: timers go by another one.
const aheadMs = 3 * 3600 * 1000
const RealDate = Date
let shift = 0
const now = () => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (_, args) => Reflect.construct(RealDate, args.length === 0 ? [now()] : args),
  get: (_, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
})
process.on('SIGUSR2', () => {
  shift = shift === 0 ? aheadMs : 0
})
