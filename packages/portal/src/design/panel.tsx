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

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The value as text, for screen readers: "12 of 1,000 calls used". */
  readonly words: string;
  readonly children?: ReactNode;
}

const NEARLY_FULL = 0.8;

/** How much of a limit is used. The colour changes near the limit; the text must say so too. */
export function Meter({ label, value, max, words, children }: MeterProps): ReactElement {
  const share = max <= 0 ? 1 : Math.min(1, Math.max(0, value / max));
  const tone = share >= 1 ? 'danger' : share >= NEARLY_FULL ? 'warn' : 'calm';
  return (
    <div className={`meter meter-${tone}`}>
      <div
        className="meter-track"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={words}
      >
        <div className="meter-fill" style={{ width: `${share * 100}%` }} />
      </div>
      {children}
    </div>
  );
}
