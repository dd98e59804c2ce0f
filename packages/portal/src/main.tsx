import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { applyStoredTheme } from './app/theme.js';
import './design/base.css';

applyStoredTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
