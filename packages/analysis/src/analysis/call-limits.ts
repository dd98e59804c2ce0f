/**
 * What one call may do, whatever its photo shows. Together these limits keep the most expensive call within 3 seconds of a
 * slow core (Neoverse N1; x64 cores take about half). Milliseconds there, measured and rounded up: detector 235 (all
 * passes), landmark fit 12.5, vector 60, age and gender 10.5 and 10 (second model), all extras 8, spoof score 8;
 * 150 for receiving, responding and the rest.
 *
 * - All faces with everything: 235 + (40 + 10) × 12.5 + 40 × (10.5 + 8) + 6 × (12.5 + 10) + 8 × (12.5 + 60) + 4 × 8,
 *   500 to decode, 150: 2997. Without vectors, and 1000 to decode: 2917.
 * - One face compared with all faces of another photo: 235 + (20 + 10 + 2) × 12.5 + 60 for the first;
 *   235 + (34 + 10) × 12.5 + 12 × (12.5 + 60) for the second; 2 × 250 to decode, 150: 3000.
 * - All faces with everything and a vector each: as the first, with 40 × (12.5 + 60): 5317, for five calls (`callsFor`).
 * - 24 boxes with everything: (48 + 10) × 12.5 + 24 × (10.5 + 8) + 6 × (12.5 + 10) + 8 × 60 + 4 × 8, 500, 150: 2466.
 */

/** Faces in a result, and candidates whose landmarks a search fits, over all passes of the detector. */
export const MAX_FACES = 40;

/** Boxes that a caller may name. */
export const MAX_BOXES = 24;

/** The first faces or boxes of an analysis that get a vector, for each call that it counts as. */
export const MAX_VECTORS = 8;

/** How many calls so many vectors count as. */
export const callsFor = (vectors: number): number => Math.max(1, Math.ceil(vectors / MAX_VECTORS));

/** Faces of a photo with which one face is compared, the most prominent ones. */
export const MAX_COMPARED = 12;

/**
 * The first faces of an analysis that are refined: landmarks and pose are averaged with a fit of the mirrored face
 * (test-time augmentation), and age and gender come from both models where our own is in doubt.
 */
export const MAX_REFINED = 6;

/** The first faces of an analysis that get a spoof score. */
export const MAX_SPOOF_SCORES = 4;

/** Additional landmark fits for all faces of a photo together: for tilted faces, and for boxes whose face lies on its side. */
export const MAX_EXTRA_FITS = 10;

/** What decoding an image may cost, by the estimate from its structure, in milliseconds of a slow core. */
export const DECODE_MS = 1000;
/** The same for each of two images, and for an image of which several faces get vectors. */
export const HALF_DECODE_MS = DECODE_MS / 2;
/** And for each of two images if several faces get vectors. */
export const QUARTER_DECODE_MS = DECODE_MS / 4;
