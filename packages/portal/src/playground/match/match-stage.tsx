import { useEffect, useRef, type ReactElement } from 'react';
import { AlignedFace } from '../faces/aligned-face.js';
import { faceName } from '../faces/face.js';
import { MissingVector } from '../faces/missing-vector.js';
import { DistanceGauge } from './distance-gauge.js';
import { judge, similarityText } from './judge.js';
import type { Side } from './use-side.js';

interface MatchStageProps {
  readonly first: Side;
  readonly second: Side;
  readonly distance: number | null;
  readonly threshold: number;
  readonly onThreshold: (threshold: number) => void;
}

/** The two faces side by side, and the verdict between them. */
export function MatchStage({
  first,
  second,
  distance,
  threshold,
  onThreshold,
}: MatchStageProps): ReactElement {
  const verdict = distance === null ? null : judge(distance, threshold);
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the photos are chosen further down: a new verdict is seen at once all the same.
    if (distance !== null) stage.current?.scrollIntoView({ block: 'nearest' });
  }, [distance]);
  return (
    <div className="pg-match" ref={stage} data-same={verdict === null ? 'unknown' : verdict.same}>
      <div className="pg-match-faces">
        <SideFace side={first} />
        <div className="pg-match-verdict" role="status">
          {distance === null || verdict === null ? (
            <p className="muted">{missing(first, second)}</p>
          ) : (
            <>
              <p className="pg-similarity numbers">
                {similarityText(distance)} <span className="small">similar</span>
              </p>
              <p className="pg-verdict">{verdict.title}</p>
              <p className="small muted">{verdict.detail}</p>
            </>
          )}
        </div>
        <SideFace side={second} />
      </div>
      <MissingVector face={first.face} known={first.known} />
      <MissingVector face={second.face} known={second.known} />
      <DistanceGauge distance={distance} threshold={threshold} onThreshold={onThreshold} />
    </div>
  );
}

function SideFace({ side }: { readonly side: Side }): ReactElement {
  const { photo, face, detection, label } = side;
  return (
    <figure className="pg-match-face">
      <div className="pg-match-frame">
        {photo !== null && face !== null && detection !== null && (
          <AlignedFace photo={photo} face={face} image={detection.imageSize} />
        )}
      </div>
      <figcaption className="small muted">
        {label}
        {face !== null &&
          detection !== null &&
          detection.faces.length > 1 &&
          `, ${faceName(face).toLowerCase()}`}
      </figcaption>
    </figure>
  );
}

function missing(first: Side, second: Side): string {
  if (first.photo === null && second.photo === null) return 'Choose two photos to compare the faces in them.';
  if (first.photo === null || second.photo === null) return 'Choose one more photo.';
  if (first.state.status === 'running' || second.state.status === 'running') return 'Looking for faces …';
  return 'Both photos need a face.';
}
