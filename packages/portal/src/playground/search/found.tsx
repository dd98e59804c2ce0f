import type { ReactElement } from 'react';
import { Notice } from '../../design/states.js';
import { foundText } from '../../analysis/face-text.js';
import { MoreVectorsOffer } from '../faces/more-vectors-offer.js';
import type { PhotoSlot } from '../faces/use-slot.js';
import { distanceText, oneInText } from '../match/judge.js';
import { FaceResult } from './face-result.js';
import { outdatedCount, type Person } from './gallery.js';
import type { FaceSearch } from './nearest.js';
import type { PhotoSearch, SearchedFace } from './use-photo-search.js';

interface FoundProps {
  readonly slot: PhotoSlot;
  readonly people: readonly Person[];
  readonly search: PhotoSearch;
  readonly onName: (face: SearchedFace, name: string) => void;
}

/** Who was found in the photo. */
export function Found({ slot, people, search, onName }: FoundProps): ReactElement {
  const { photo, detection, selection } = slot;
  const { faces, isStale } = search;
  const outdated = outdatedCount(people);
  return (
    <div className="pg-padded stack">
      {isStale && (
        <Notice tone="warn" announce title="The service was updated">
          <p>It uses another model than this page expects. Reload the page and enrol people again.</p>
        </Notice>
      )}
      {outdated > 0 && (
        <Notice tone="warn" title={`${outdated} vectors are not compared`}>
          <p>They were made by an earlier model. Remove these people and enrol their photos again.</p>
        </Notice>
      )}
      {photo === null || detection === null ? (
        <p className="muted">
          {people.length === 0
            ? 'Enrol people first, then choose a photo to search.'
            : 'Choose a photo to see who is in it.'}
        </p>
      ) : (
        <>
          <p className="visually-hidden" role="status">
            {summaryText(faces)}
          </p>
          <ul className="pg-results" aria-label="Who it is">
            {faces.map((one) => (
              <FaceResult
                key={one.face.id}
                face={one.face}
                photo={photo}
                image={detection.imageSize}
                search={one.search}
                selection={selection}
                onName={(name) => {
                  onName(one, name);
                }}
              />
            ))}
          </ul>
        </>
      )}
      <MoreVectorsOffer more={search.more} verb="Search" />
      {people.length > 0 && <RuleText search={faces.find((one) => one.search !== null)?.search ?? null} />}
    </div>
  );
}

/** One announcement for all faces: "3 faces searched, 1 of them found: Ada." */
function summaryText(faces: readonly SearchedFace[]): string {
  const names = faces.flatMap(({ search }) => search?.candidates.find(({ same }) => same)?.person.name ?? []);
  const searched = `${foundText(faces.length)} searched`;
  return names.length === 0 ? `${searched}, none of them found.` : `${searched}, found: ${names.join(', ')}.`;
}

/** The threshold of the search, and what it means. */
function RuleText({ search }: { readonly search: FaceSearch | null }): ReactElement | null {
  if (search === null) return null;
  const { threshold, falsePositiveRate = 0 } = search;
  return (
    <p className="small muted">
      A face is found below a distance of {distanceText(threshold)}. With this gallery,{' '}
      {oneInText(falsePositiveRate)} people who are not enrolled would be mistaken for somebody who is. A
      search does not notice a photo of a photo.
    </p>
  );
}
