import { createContext, use, useEffect, useState, type ReactElement, type ReactNode } from 'react';

const MovedContext = createContext(false);

/** Whether the person has gone from one view to another; the first view leaves the focus to the browser. */
export const useMoved = (): boolean => use(MovedContext);

export function MovedProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    const note = (): void => {
      setMoved(true);
    };
    addEventListener('hashchange', note, { once: true });
    return () => {
      removeEventListener('hashchange', note);
    };
  }, []);
  return <MovedContext value={moved}>{children}</MovedContext>;
}
