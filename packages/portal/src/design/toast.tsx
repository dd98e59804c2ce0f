import {
  createContext,
  use,
  useCallback,
  useEffect,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import './surfaces.css';

const SHOWN_MS = 5_000;

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** Shows a short message: `const toast = useToast(); toast('Copied.')`. */
export const useToast = (): ((text: string) => void) => use(ToastContext);

interface Toast {
  readonly key: number;
  readonly text: string;
}

/** Shows one message at a time: a new one replaces the one before. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [toast, setToast] = useState<Toast | null>(null);
  const show = useCallback((text: string) => {
    setToast((before) => ({ key: (before?.key ?? 0) + 1, text }));
  }, []);
  useEffect(() => {
    if (toast === null) return undefined;
    const timer = setTimeout(() => {
      setToast(null);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [toast]);
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toast !== null && (
          <p className="toast" key={toast.key}>
            {toast.text}
          </p>
        )}
      </div>
    </ToastContext>
  );
}
