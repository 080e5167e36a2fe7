import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { serviceWorker } from './service-worker-plugin.mjs'

// The address of a running museum, to which the development server sends the requests of the API.
const { MUSEUM_URL: museum = 'http://127.0.0.1:8080' } = process.env

export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  // The files can be served below any path.
  base: './',
  plugins: [serviceWorker()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['@museum/source', 'module', 'browser', 'development|production'] },
  build: {
    // Chrome, Edge and Firefox of the last two versions, and Safari 17.
    target: ['es2022', 'safari17'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // In one file what every page needs: each file of its own would add the headers of a response. Not what only the box
        // office and the office need, since the first load is limited.
        codeSplitting: {
          groups: [
            {
              name: 'shell',
              test: /\/src\/(shell\/(?!cancellation-dialog|dialog-form|typed)|main|pages)|\/(preact|signals|signals-core|idb)\/|\/client\/src\/(?!gate)/,
            },
          ],
        },
      },
    },
    reportCompressedSize: false,
    sourcemap: false,
    // The notices of the libraries, beside the files that contain them.
    license: { fileName: 'licences.md' },
  },
  server: { proxy: { '/v1.1': museum } },
})
