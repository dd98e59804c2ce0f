import type { ReactElement } from 'react';
import { MEASURED } from './measured.js';

/** Accuracy and speed as the README states them. */
export function MeasuredFigures(): ReactElement {
  return (
    <section aria-labelledby="measured" className="stack">
      <h2 id="measured">Measured, on public data</h2>
      <dl className="figures">
        {MEASURED.map(({ question, shown, meaning }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd className="figure">{shown}</dd>
            <dd className="muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="#/guides/accuracy">How it was measured, for whom it is worse, and what it is not good at</a>
      </p>
    </section>
  );
}
