import type { ReactElement, ReactNode } from 'react';

export interface Fact<Text extends ReactNode = string> {
  readonly label: string;
  readonly text: Text;
}

interface FactListProps {
  readonly facts: readonly Fact<ReactNode>[];
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
