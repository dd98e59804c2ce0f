import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { guidesPlugin } from './src/guides/build/guides-plugin.js';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the page also works behind a proxy that serves it under a path.
  base: './',
  plugins: [react(), guidesPlugin()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The page's security policy allows no data: scripts or styles, and small files cost little on their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox121', 'safari17.5'],
  },
});
