import type { ReactElement } from 'react';

export interface Fact {
  readonly label: string;
  readonly text: string;
}

interface FactListProps {
  readonly facts: readonly Fact[];
  readonly className: string;
}

/** Labels and their values. */
export function FactList({ facts, className }: FactListProps): ReactElement {
  return (
    <dl className={className}>
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="numbers">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
