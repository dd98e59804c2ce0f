import { useEffect, useRef, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { AlignedFace } from '../faces/aligned-face.js';
import { faceName } from '../faces/face.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
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
      <MissingVector side={first} />
      <MissingVector side={second} />
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

/** Only the first 16 faces of a photo come with a vector; another one costs a call. */
function MissingVector({ side: { face, known, label } }: { readonly side: Side }): ReactElement | null {
  if (face === null || known.vector !== null) return null;
  switch (known.state.status) {
    case 'running':
      return <CallProgress waiting={known.state.waiting} work="Computing the vector" />;
    case 'failed':
      return <FailureNotice failure={known.state.failure} onRetry={known.run} />;
    default:
      return (
        <p className="row small">
          {faceName(face)} of the {label.toLowerCase()} has no vector yet.
          <Button small onClick={known.run}>
            Compare it (1 call)
          </Button>
        </p>
      );
  }
}
