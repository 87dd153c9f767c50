import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './build/budget.ts'
import { compress } from './build/compress.ts'
import { contract } from './build/contract.ts'
import { head } from './build/head.ts'

// The server compares a call's origin with its host, so the host must stay the page's.
const api = { target: process.env.VIREO_API ?? 'http://127.0.0.1:8001', changeOrigin: false }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), contract(), head(), compress(), budget()],
  server: {
    port: 8000,
    proxy: { '/api': api, '/media': api },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The CSP allows no data: fonts, and every supported browser preloads modules by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract only declares: an endpoint that a chunk does not name need not be in it.
      treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]src[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // Needed on every page and changed only by an upgrade, so it keeps its hash over most deploys.
            {
              name: 'vendor',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
            },
            // Small things of the first load on any page: one file instead of one for each.
            {
              name: 'base',
              test: /[\\/](lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|src[\\/](lib[\\/](cn|theme)|app[\\/]paths|ui[\\/](logo|bare-icon-button))\.tsx?)/,
            },
          ],
        },
      },
    },
  },
})
