import { useState, type ReactElement, type ReactNode, type SubmitEvent } from 'react';
import type { Failure } from '../api/failure.js';
import { ErrorNotice } from './states.js';

export type Problems<Name extends string> = Partial<Record<Name, ReactNode>>;

interface CheckedFormProps<Name extends string> {
  readonly names: readonly Name[];
  readonly check: (values: Record<Name, string>) => Problems<Name>;
  readonly onSubmit: (values: Record<Name, string>) => void;
  /** Why the last attempt failed; shown as a notice above the fields. */
  readonly failure: Failure | null;
  /** What to do about the failure. */
  readonly help?: ReactNode;
  readonly children: (problems: Problems<Name>) => ReactNode;
}

/** Validates on submit, shows each problem next to its field and focuses the first. */
export function CheckedForm<Name extends string>(props: CheckedFormProps<Name>): ReactElement {
  const { names, check, onSubmit, failure, help, children } = props;
  const [problems, setProblems] = useState<Problems<Name>>({});

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: Name): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const values = Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
    const found = check(values);
    setProblems(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first === undefined) onSubmit(values);
    else form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      {failure !== null && <ErrorNotice failure={failure}>{help}</ErrorNotice>}
      {children(problems)}
    </form>
  );
}
