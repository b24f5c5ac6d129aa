import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The page is served by redball's own server: the build goes where that server looks for it, and `npm run dev` asks a
// running `redball serve` for everything under /api.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: '../src/redball/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // data: addresses would need a wider content security policy
    modulePreload: { polyfill: false }, // the polyfill is an inline script
    chunkSizeWarningLimit: 700
  },
  server: { proxy: { '/api': process.env.REDBALL_SERVER ?? 'http://127.0.0.1:8000' } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' }
})
