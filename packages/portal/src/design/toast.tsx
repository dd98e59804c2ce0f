import { createContext, use, useCallback, useState, type ReactElement, type ReactNode } from 'react';
import './surfaces.css';

const SHOWN_MS = 5_000;

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** Says that something is done: `const toast = useToast(); toast('Copied.')`. */
export const useToast = (): ((text: string) => void) => use(ToastContext);

interface Toast {
  readonly key: number;
  readonly text: string;
}

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback((text: string) => {
    const toast = { key: Date.now() + Math.random(), text };
    setToasts((shown) => [...shown.slice(-2), toast]);
    setTimeout(() => {
      setToasts((shown) => shown.filter((one) => one.key !== toast.key));
    }, SHOWN_MS);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <p className="toast" key={toast.key}>
            {toast.text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
