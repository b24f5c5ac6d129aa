import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { offline } from './offline.js'

// The page is served by redball's own server: the build goes where that server looks for it, and `npm run dev` asks a
// running `redball serve` for everything under /api. The table companion is a page of its own, which works offline.
export default defineConfig({
  plugins: [svelte(), offline('companion.html', 'companion-sw.js', ['favicon.svg', 'companion.webmanifest'])],
  base: './',
  build: {
    outDir: '../src/redball/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // data: addresses would need a wider content security policy
    modulePreload: { polyfill: false }, // the polyfill is an inline script
    chunkSizeWarningLimit: 720,
    rollupOptions: { input: ['index.html', 'companion.html', 'lobby.html'] }
  },
  server: { proxy: { '/api': process.env.REDBALL_SERVER ?? 'http://127.0.0.1:8000' } },
  worker: { format: 'es' },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', css: true }
})
