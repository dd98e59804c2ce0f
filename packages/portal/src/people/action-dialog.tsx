import { useState, type ReactElement, type ReactNode } from 'react';
import { useAction } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { ErrorNotice } from '../design/states.js';

interface ActionDialogProps {
  /** Of the button that opens it. */
  readonly label: string;
  /** Where the label alone does not say which one. */
  readonly accessibleName?: string;
  readonly title: string;
  readonly button: string;
  readonly danger?: boolean;
  readonly small?: boolean;
  /** Throws a FailedCall, which is shown; false: something is still to be corrected. */
  readonly work: () => Promise<boolean>;
  /** When the dialog opens, so that no earlier input is in it. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A button, and the dialog that asks before it acts. */
export function ActionDialog(props: ActionDialogProps): ReactElement {
  const {
    label,
    accessibleName,
    title,
    button,
    danger = false,
    small = true,
    work,
    onOpen,
    children,
  } = props;
  const [open, setOpen] = useState(false);
  const { run, busy, failure, clear } = useAction(async () => {
    if (await work()) setOpen(false);
  });
  const close = (): void => {
    clear();
    setOpen(false);
  };
  return (
    <>
      <Button
        small={small}
        look={danger ? 'danger' : 'secondary'}
        {...(accessibleName !== undefined && { 'aria-label': accessibleName })}
        onClick={() => {
          onOpen?.();
          setOpen(true);
        }}
      >
        {label} …
      </Button>
      <Dialog open={open} title={title} onClose={close}>
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          {failure !== null && <ErrorNotice failure={failure} />}
          {children}
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
              {button}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
