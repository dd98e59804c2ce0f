export * from './gallery/search/index.js';
