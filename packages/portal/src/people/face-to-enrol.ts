import type { ImageSource, StoredVector } from '@facet/client';
import type { Box } from '../analysis/box.js';
import type { EnrolmentPhoto } from '../camera/enrol/enrolment-photo.js';
import { filePhoto, type Photo } from '../playground/photo/photo.js';

/** What is sent to enrol a face, and the photo to show for it. */
export interface FaceToEnrol {
  readonly photo: Photo;
  readonly sent: ImageSource | StoredVector;
  /** Of the face; null: the most prominent one. */
  readonly box: Box | null;
  /** The photo passed the enrolment check already. */
  readonly checked: boolean;
}

export const imageOf = ({ source }: Photo): ImageSource =>
  source.kind === 'url' ? { url: source.url } : source.bytes;

export const faceOfPhoto = (photo: Photo, box: Box | null = null): FaceToEnrol => ({
  photo,
  sent: imageOf(photo),
  box,
  checked: false,
});

export const faceOfGuide = ({ bytes, vector, model }: EnrolmentPhoto): FaceToEnrol => ({
  photo: filePhoto(bytes, 'enrolment.jpg'),
  sent: { vector, model },
  box: null,
  checked: true,
});
