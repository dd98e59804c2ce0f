import type { ReactElement } from 'react';
import { percent } from '../../app/format.js';
import { useSession } from '../../app/session.js';
import { Button, ButtonLink } from '../../design/button.js';
import { FactList, type Fact } from '../../design/fact-list.js';
import { useObjectUrl } from '../../playground/photo/pictures.js';
import { VectorStrip } from '../../playground/vector/vector-strip.js';
import type { EnrolmentPhoto, PhotoQuality } from './enrolment-photo.js';
import { SaveVectorForm } from './save-vector-form.js';

interface TakenPhotoProps {
  readonly photo: EnrolmentPhoto;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The photo that was taken, its quality, and what can be done with it. */
export function TakenPhoto({ photo, onAgain, onClose }: TakenPhotoProps): ReactElement {
  const { account } = useSession();
  const url = useObjectUrl(photo.bytes);
  return (
    <>
      <div className="stage taken-photo">
        {url !== null && (
          <>
            <img className="stage-ground" src={url} alt="" />
            <img className="taken-picture" src={url} alt="The photo that was taken" />
          </>
        )}
      </div>
      <div className="response-panel check-panel">
        <div className="response-scroll stack">
          <div role="status">
            <h2>Photo taken</h2>
          </div>
          <p>
            <span className="quality-score">{percent(photo.quality.score)}</span> photo quality
          </p>
          <SaveVectorForm photo={photo} owner={account?.email ?? ''} />
          <FactList className="quality-facts" facts={qualityFacts(photo.quality)} />
          <VectorStrip vector={photo.vector} />
        </div>
        <div className="taken-actions">
          <Button small onClick={onAgain}>
            Take another
          </Button>
          {url !== null && (
            <ButtonLink small href={url} download="enrolment.jpg">
              Download
            </ButtonLink>
          )}
          <Button small look="quiet" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </>
  );
}

const qualityFacts = ({ sharpness, evenness, illumination, width, height }: PhotoQuality): Fact[] => [
  { label: 'Face', text: `${width} × ${height} pixels` },
  { label: 'Light', text: `${Math.round(illumination)} of 255` },
  { label: 'Even light', text: percent(evenness) },
  { label: 'Sharpness', text: percent(sharpness) },
];
