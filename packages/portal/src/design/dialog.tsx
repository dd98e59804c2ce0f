import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import './surfaces.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called by Escape too; the native dialog gives focus back to where it was. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own modal dialog: it traps focus, makes the rest inert and closes with Escape. */
export function Dialog({ open, title, onClose, children }: DialogProps): ReactElement {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    <dialog className="dialog" ref={element} aria-labelledby={id} onClose={onClose}>
      {open && (
        <div className="dialog-body">
          <h2 id={id}>{title}</h2>
          {children}
        </div>
      )}
    </dialog>
  );
}

export function DialogActions({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className="dialog-actions">{children}</div>;
}
