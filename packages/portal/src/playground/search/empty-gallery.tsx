import type { ReactElement } from 'react';
import { calls } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { Notice } from '../../design/states.js';
import { analysisRequest, placeholderImage, requestKey } from '../../analysis/request.js';
import { photoId, type Photo } from '../photo/photo.js';
import { fetchSample, sampleFacts } from '../photo/sample-facts.js';
import { FailureNotice } from '../states/failure-notice.js';
import { usePlayground } from '../playground-state.js';
import { demoGallery, MAX_DEMO_PHOTOS } from './demo-gallery.js';
import { SeriesProgress, usePhotoSeries } from './photo-series.js';
import { storedVectorOf } from './stored-vector.js';
import type { Enrol } from './use-gallery.js';

interface EmptyGalleryProps {
  readonly onEnrol: Enrol;
  /** Photos of people who are enrolled now, other than those they were enrolled from. */
  readonly onFilled: (toSearch: readonly Photo[]) => void;
}

/** Nobody is enrolled: offers a gallery from the sample photos. */
export function EmptyGallery({ onEnrol, onFilled }: EmptyGalleryProps): ReactElement {
  const { samples, cache } = usePlayground();
  const series = usePhotoSeries();
  const paths = samples.slice(0, MAX_DEMO_PHOTOS);
  // The same photo under the same id may have been analysed in another view.
  const cost = paths.filter(
    (path) => cache.get(requestKey(analysisRequest({ ...placeholderImage(path) }))) === undefined,
  ).length;

  async function fill(): Promise<void> {
    const analysed = await series.analyse(paths.map((path) => () => fetchSample(path)));
    const { people, toSearch } = demoGallery(analysed);
    onFilled(toSearch);
    await onEnrol(
      await Promise.all(
        people.map(async ({ name, face }) => ({ name, vectors: [await storedVectorOf(face, true)] })),
      ),
    );
  }
  return (
    <div className="pg-gallery-empty">
      <p className="muted">
        Nobody is enrolled yet. Drop a folder of photos here,{' '}
        <a href="#/playground/sort">sort one into people</a>, or start with the samples.
      </p>
      {paths.length > 0 && (
        <Button look="primary" busy={series.progress !== null} onClick={() => void fill()}>
          Load the demo gallery ({cost === 0 ? 'no calls' : calls(cost)})
        </Button>
      )}
      {series.progress !== null && <SeriesProgress progress={series.progress} />}
      {series.failure !== null && <FailureNotice failure={series.failure} onRetry={() => void fill()} />}
    </div>
  );
}

/** After the demo gallery is loaded: photos that show how people are found on another photo than their own. */
export function PhotosToSearch({ photos }: { readonly photos: readonly Photo[] }): ReactElement {
  const { samples, setPhoto } = usePlayground();
  return (
    <Notice title="Now search another photo">
      <p className="small">Somebody in it is enrolled, from a different photo.</p>
      <div className="pg-to-search">
        {photos.map((photo) => (
          <Button
            key={photoId(photo)}
            small
            onClick={() => {
              setPhoto('first', photo);
            }}
          >
            {sampleFacts(photoId(photo), samples.indexOf(photoId(photo))).title}
          </Button>
        ))}
      </div>
    </Notice>
  );
}
