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

/** Time enough to notice a mistake. */
const SHOWN_WITH_ACTION_MS = 15_000;

/** What can be done about what the message says. */
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

type ShowToast = (text: string, action?: ToastAction) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a short message: `const toast = useToast(); toast('Copied.')`. */
export const useToast = (): ShowToast => use(ToastContext);

interface Toast {
  readonly key: number;
  readonly text: string;
  readonly action: ToastAction | undefined;
}

/** Shows one message at a time: a new one replaces the one before. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [toast, setToast] = useState<Toast | null>(null);
  const show = useCallback<ShowToast>((text, action) => {
    setToast((before) => ({ key: (before?.key ?? 0) + 1, text, action }));
  }, []);
  useEffect(() => {
    if (toast === null) return undefined;
    const timer = setTimeout(
      () => {
        setToast(null);
      },
      toast.action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS,
    );
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
            {toast.action !== undefined && (
              <button
                type="button"
                className="toast-action"
                onClick={() => {
                  toast.action?.run();
                  setToast(null);
                }}
              >
                {toast.action.label}
              </button>
            )}
          </p>
        )}
      </div>
    </ToastContext>
  );
}
