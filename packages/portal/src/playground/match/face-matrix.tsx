import type { CSSProperties, ReactElement } from 'react';
import { faceName } from '../../analysis/face-text.js';
import type { Face } from '../../analysis/face.js';
import { MoreVectorsOffer } from '../faces/more-vectors-offer.js';
import { FacePortrait } from '../faces/face-portrait.js';
import type { HighlightHandlers } from '../../analysis/highlight.js';
import { distanceBetween, similarityOf } from '@facet/gallery/search';
import { distanceText, similarityText } from './judge.js';
import type { Side } from './use-side.js';

interface FaceMatrixProps {
  readonly first: Side;
  readonly second: Side;
  readonly threshold: number;
}

/** Every face of the first photo against every face of the second; a cell chooses its pair. */
export function FaceMatrix({ first, second, threshold }: FaceMatrixProps): ReactElement {
  const rows = facesWithVectors(first);
  const columns = facesWithVectors(second);
  if (rows.length === 0 || columns.length === 0)
    return <p className="pg-side-hint muted">{hintFor(first, second)}</p>;
  return (
    <div className="pg-matrix-frame" tabIndex={0} role="region" aria-label="All pairs of faces">
      <p className="small muted">
        Similarity in per cent. Rows: first photo. Columns: second photo. Choosing a pair costs no call.
      </p>
      <table className="pg-matrix">
        <caption className="visually-hidden">Similarity in per cent</caption>
        <thead>
          <tr>
            <td />
            {columns.map((face) => (
              <th key={face.id} scope="col">
                <Heading side={second} face={face} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Heading side={first} face={row} />
              </th>
              {columns.map((column) => {
                const distance = distanceBetween(row.vector, column.vector);
                const chosen = first.selection.chosen === row.id && second.selection.chosen === column.id;
                return (
                  <td key={column.id}>
                    <button
                      type="button"
                      className="numbers"
                      aria-pressed={chosen}
                      aria-label={`${faceName(row)} and ${faceName(column).toLowerCase()}: ${similarityText(distance)}`}
                      title={`Distance ${distanceText(distance)}`}
                      data-same={distance < threshold}
                      style={{ '--share': `${Math.round(similarityOf(distance))}%` } as CSSProperties}
                      onClick={() => {
                        first.selection.onChoose(row.id);
                        second.selection.onChoose(column.id);
                      }}
                      {...both(first.selection.handlersOf(row.id), second.selection.handlersOf(column.id))}
                    >
                      {Math.round(similarityOf(distance))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreVectorsOffer more={first.more} verb="Compare" where="of the first photo" />
      <MoreVectorsOffer more={second.more} verb="Compare" where="of the second photo" />
    </div>
  );
}

function hintFor(first: Side, second: Side): string {
  if (first.photo === null || second.photo === null)
    return 'Choose two photos to compare every face with every other.';
  return first.detection === null || second.detection === null
    ? 'Every face is compared with every other as soon as both photos are analysed.'
    : 'Both photos need a face.';
}

/** A cell represents one face in each photo; both are highlighted. */
const both = (one: HighlightHandlers, two: HighlightHandlers): HighlightHandlers => ({
  onPointerEnter: () => {
    one.onPointerEnter();
    two.onPointerEnter();
  },
  onPointerLeave: () => {
    one.onPointerLeave();
    two.onPointerLeave();
  },
  onFocus: () => {
    one.onFocus();
    two.onFocus();
  },
  onBlur: () => {
    one.onBlur();
    two.onBlur();
  },
});

type FaceWithVector = Face & { readonly vector: readonly number[] };

const facesWithVectors = ({ detection, more }: Side): FaceWithVector[] =>
  (detection?.faces ?? []).flatMap((face) => {
    const vector = face.vector ?? more.found.get(face.id)?.vector;
    return vector === undefined ? [] : [{ ...face, vector }];
  });

function Heading({ side, face }: { readonly side: Side; readonly face: Face }): ReactElement | null {
  if (side.photo === null || side.detection === null) return null;
  return (
    <>
      <FacePortrait photo={side.photo} box={face.box} image={side.detection.imageSize} />
      <span className="visually-hidden">{faceName(face)}</span>
    </>
  );
}
