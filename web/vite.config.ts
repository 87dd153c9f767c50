import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './build/budget.ts'
import { compress } from './build/compress.ts'
import { contract } from './build/contract.ts'
import { head } from './build/head.ts'
import { preload } from './build/preload.ts'

// The server compares a call's origin with its host, so the host must stay the page's.
const api = { target: process.env.VIREO_API ?? 'http://127.0.0.1:8001', changeOrigin: false }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), contract(), head(), preload(), compress(), budget()],
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
        chunkFileNames: ({ name }) => `assets/${name.replace(/^shared~.*/, 'shared')}-[hash].js`,
        codeSplitting: {
          groups: [
            // Needed on every page and changed only by an upgrade, so it keeps its hash over most deploys.
            {
              name: 'vendor',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
            },
            // Whatever else every page loads first, in one file: over HTTP/1.1 each file is a turn in a queue of six.
            { name: 'base', tags: ['$initial'] },
            // Small things that nearly every page needs, and those of nearly every list: two files instead of twenty.
            {
              name: 'controls',
              test: /[/]web[/]src[/](app[/]paths|lib[/](api-client|cn|log|page-title|run-mutation)|ui[/](bare-icon-button|button|button-class|error-state|spinner|toast))[.]tsx?$/,
            },
            {
              name: 'lists',
              test: /[/]web[/]src[/](ui[/](avatar|empty-state|icon-button|skeleton|tooltip)|lib[/](format|paged-docs|use-long-list|use-media-query|use-near-end|use-retry)|features[/](account[/]owner-link|videos[/]api))[.]tsx?$/,
            },
            // What some pages share, by which pages those are. No merging of crumbs: with every new page that
            // took more along that the first pages do not need.
            {
              name: 'shared',
              test: /[/](web[/]src|contract|lucide-react)[/]/,
              minShareCount: 2,
              entriesAware: true,
            },
          ],
        },
      },
    },
  },
})
