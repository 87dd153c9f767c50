// Loaded into the program first: SIGUSR2 sets its clock three hours forward, and the next SIGUSR2 sets it back. Only
// `Date` changes, as with a real clock change, because timers use a monotonic clock.
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
