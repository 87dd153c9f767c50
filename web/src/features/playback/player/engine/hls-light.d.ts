// The package has types for its full build only; the light one is the same class with parts left out.
declare module 'hls.js/dist/hls.light.min.mjs' {
  export { default } from 'hls.js'
}
