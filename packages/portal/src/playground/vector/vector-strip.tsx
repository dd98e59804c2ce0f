import type { CSSProperties, ReactElement } from 'react';
import { CopyButton } from '../../design/copy.js';
import type { Vector } from '../../analysis/face.js';
import './vector-strip.css';

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

interface StripCell {
  readonly index: number;
  readonly value: number;
  readonly sign: 'positive' | 'negative';
  /** 0 to 1: how strongly the cell is coloured. */
  readonly strength: number;
}

/** The numbers as cells, coloured in relation to the strongest of them. */
export function stripCells(vector: Vector): StripCell[] {
  const strongest = Math.max(...vector.map(Math.abs), Number.MIN_VALUE);
  return vector.map((value, index) => ({
    index,
    value,
    sign: value < 0 ? 'negative' : 'positive',
    strength: Math.abs(value) / strongest,
  }));
}

/** The strip as text, for screen readers. */
export function vectorSummary(vector: Vector): string {
  const length = Math.hypot(...vector);
  const low = Math.min(...vector);
  const high = Math.max(...vector);
  const positive = vector.filter((value) => value >= 0).length;
  return `${vector.length} numbers from ${low.toFixed(3)} to ${high.toFixed(3)}; ${positive} are positive, ${vector.length - positive} negative; length ${length.toFixed(3)}.`;
}
