import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, type ButtonLook } from '../design/button.js';
import { CheckedForm, type Problems } from '../design/checked-form.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { useAction } from './use-api.js';

interface FormDialogProps<Name extends string> {
  readonly open: boolean;
  readonly title: string;
  /** Of the button that acts. */
  readonly button: string;
  /** Of the button that does nothing. */
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The fields, and what is wrong with their values. */
  readonly names?: readonly Name[];
  readonly check?: (values: Record<Name, string>) => Problems<Name>;
  /** The dialog closes after it, and shows the FailedCall that it may reject with. */
  readonly work: (values: Record<Name, string>) => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode | ((problems: Problems<Name>) => ReactNode);
}

/** A dialog that asks before it acts. */
export function FormDialog<Name extends string = never>(props: FormDialogProps<Name>): ReactElement {
  const { open, title, button, cancel = 'Cancel', danger = false, disabled = false } = props;
  const { names = [], check = () => ({}), work, onClose, children } = props;
  const { run, busy, failure, clear } = useAction(async (values: Record<Name, string>) => {
    await work(values);
    onClose();
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <Dialog open={open} title={title} onClose={close}>
      <CheckedForm names={names} failure={failure} check={check} onSubmit={run}>
        {(problems) => (
          <>
            {typeof children === 'function' ? children(problems) : children}
            <DialogActions>
              <Button onClick={close}>{cancel}</Button>
              <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
                {button}
              </Button>
            </DialogActions>
          </>
        )}
      </CheckedForm>
    </Dialog>
  );
}

export interface ActionDialogProps<Name extends string> extends Omit<
  FormDialogProps<Name>,
  'open' | 'onClose'
> {
  /** Of the button that opens it. */
  readonly label: string;
  /** Where the label alone does not say which one. */
  readonly accessibleName?: string;
  readonly look?: ButtonLook;
  readonly small?: boolean;
}

/** A button, and the dialog that it opens. */
export function ActionDialog<Name extends string = never>(props: ActionDialogProps<Name>): ReactElement {
  const { label, accessibleName, look, small = false, ...dialog } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        small={small}
        look={look ?? (dialog.danger === true ? 'danger' : 'secondary')}
        aria-label={accessibleName}
        onClick={() => {
          setOpen(true);
        }}
      >
        {label} …
      </Button>
      <FormDialog
        {...dialog}
        open={open}
        onClose={() => {
          setOpen(false);
        }}
      />
    </>
  );
}
