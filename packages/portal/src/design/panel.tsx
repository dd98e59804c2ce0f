import { useId, type ReactElement, type ReactNode } from 'react';
import './surfaces.css';

interface PanelProps {
  readonly title?: string;
  /** The level of the title; pages have one h1, so panels start at 2. */
  readonly level?: 2 | 3;
  readonly actions?: ReactNode;
  readonly tone?: 'plain' | 'danger';
  readonly children: ReactNode;
}

export function Panel({ title, level = 2, actions, tone = 'plain', children }: PanelProps): ReactElement {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const className = `panel${tone === 'danger' ? ' panel-danger' : ''}`;
  if (title === undefined) return <div className={className}>{children}</div>;
  return (
    <section className={className} aria-labelledby={id}>
      <div className="panel-head">
        <Heading id={id}>{title}</Heading>
        {actions}
      </div>
      {children}
    </section>
  );
}
