import type { CSSProperties, ReactElement } from 'react';
import { CopyButton } from '../../design/copy-button.js';
import type { Vector } from '../api/read-answers.js';
import { stripCells, vectorSummary } from './strip.js';

/** The numbers of a face as a strip of colours. */
export function VectorStrip({ vector }: { readonly vector: Vector }): ReactElement {
  const summary = vectorSummary(vector);
  return (
    <div className="stack">
      <div className="pg-strip" role="img" aria-label={`The vector as colours. ${summary}`}>
        {stripCells(vector).map(({ index, value, sign, strength }) => (
          <span
            key={index}
            className={`pg-cell pg-cell-${sign}`}
            title={`${index}: ${value}`}
            style={{ '--strength': `${Math.round(strength * 100)}%` } as CSSProperties}
          />
        ))}
      </div>
      <p className="pg-strip-key small muted">
        <span className="pg-cell pg-cell-negative" aria-hidden="true" /> negative
        <span className="pg-cell pg-cell-positive" aria-hidden="true" /> positive; the stronger the colour,
        the further from zero.
      </p>
      <p>{summary}</p>
      <div className="row">
        <CopyButton
          text={JSON.stringify(vector)}
          what="vector"
          look="secondary"
          label="Copy the 128 numbers"
        />
      </div>
    </div>
  );
}
