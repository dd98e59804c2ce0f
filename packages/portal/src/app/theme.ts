import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';

const KEY = 'facet-theme';
const darkQuery = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** Call it before the first paint. */
export function applyStoredTheme(): void {
  const stored = read();
  if (stored !== null) document.documentElement.dataset['theme'] = stored;
}

/** The current theme, and a function that switches to the other one. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current);
  return {
    theme,
    toggle: () => {
      choose(theme === 'dark' ? 'light' : 'dark');
    },
  };
}

function current(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return darkQuery().matches ? 'dark' : 'light';
}

/** Choosing what the system uses removes the choice: the page follows the system again. */
function choose(theme: Theme): void {
  const system: Theme = darkQuery().matches ? 'dark' : 'light';
  if (theme === system) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === system) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function subscribe(changed: () => void): () => void {
  const query = darkQuery();
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    query.removeEventListener('change', changed);
  };
}

function read(): Theme | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : null;
  } catch {
    return null;
  }
}
