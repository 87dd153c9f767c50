import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './build/budget.ts'
import { checkChunkGroups, chunkGroups } from './build/chunk-groups.ts'
import { compress } from './build/compress.ts'
import { contract } from './build/contract.ts'
import { embed } from './build/embed.ts'
import { firstPaint } from './build/first-paint.ts'
import { pageViews } from './build/page-views.ts'
import { preload } from './build/preload.ts'
import { serviceWorker } from './build/service-worker.ts'

// The server compares a call's origin with its host, so the host must stay the page's.
const api = { target: process.env.VIREO_API ?? 'http://127.0.0.1:8001', changeOrigin: false }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    contract(),
    firstPaint(),
    pageViews(),
    serviceWorker(),
    embed(),
    checkChunkGroups(),
    preload(),
    compress(),
    budget(),
  ],
  server: {
    port: 8000,
    proxy: {
      '/api': api,
      '/media': api,
      '/feeds': api,
      '/sitemap': api,
      '/robots.txt': api,
      // The dev server does not build the embedded player: the API serves that of the last build.
      '/embed': api,
      '/assets/embed': api,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The CSP allows no data: fonts, and every supported browser preloads modules by itself.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // These files are loaded before anything is imported on demand, so they need no preloading then.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js'
          ? files.filter((file) => !/assets\/(base|rolldown-runtime|start|vendor)-/.test(file))
          : files,
    },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/^shared~.*/, 'shared')}-[hash].js`,
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
})
