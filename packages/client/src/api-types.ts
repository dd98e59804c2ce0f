// Generated from the service's OpenAPI document; do not edit. After a change there:
// npm run build && node packages/client/dist/generate/write-api-types.js

/** Where each operation is, and the fields of its images. */
export const OPERATIONS = {
  matchFaces: { method: 'POST', path: '/match_faces', fields: ['img_1', 'img_2'] },
  compareFaces: { method: 'POST', path: '/compare_faces', fields: ['img_1', 'img_2'] },
  getImageAttr: { method: 'POST', path: '/get_image_attr', fields: ['image_attr'] },
  getFaceVec: { method: 'POST', path: '/get_face_vec', fields: ['img'] },
  redact: { method: 'POST', path: '/redact', fields: ['img'] },
  openLivenessSession: { method: 'POST', path: '/liveness_session', fields: [] },
  checkLiveness: { method: 'POST', path: '/check_liveness', fields: ['img'] },
  listCollections: { method: 'GET', path: '/collections', fields: [] },
  putCollection: { method: 'PUT', path: '/collections/{collection}', fields: [] },
  showCollection: { method: 'GET', path: '/collections/{collection}', fields: [] },
  deleteCollection: { method: 'DELETE', path: '/collections/{collection}', fields: [] },
  listPeople: { method: 'GET', path: '/collections/{collection}/people', fields: [] },
  putPerson: { method: 'PUT', path: '/collections/{collection}/people/{person}', fields: [] },
  showPerson: { method: 'GET', path: '/collections/{collection}/people/{person}', fields: [] },
  deletePerson: { method: 'DELETE', path: '/collections/{collection}/people/{person}', fields: [] },
  mergePeople: { method: 'POST', path: '/collections/{collection}/people/{person}/merge', fields: [] },
  showFace: { method: 'GET', path: '/collections/{collection}/people/{person}/faces/{face}', fields: [] },
  deleteFace: {
    method: 'DELETE',
    path: '/collections/{collection}/people/{person}/faces/{face}',
    fields: [],
  },
  moveFace: {
    method: 'POST',
    path: '/collections/{collection}/people/{person}/faces/{face}/move',
    fields: [],
  },
  enrolFace: { method: 'POST', path: '/collections/{collection}/people/{person}/faces', fields: ['img'] },
  searchFaces: { method: 'POST', path: '/collections/{collection}/search', fields: ['img'] },
  verifyPerson: { method: 'POST', path: '/collections/{collection}/people/{person}/verify', fields: ['img'] },
  exportCollection: { method: 'GET', path: '/collections/{collection}/export', fields: [] },
  importCollection: { method: 'POST', path: '/collections/{collection}/import', fields: [] },
} as const;

/** The 68 landmarks in the order of their point numbers. */
export const LANDMARK_NAMES = [
  'face_endpoint_0',
  'face_endpoint_1',
  'face_endpoint_2',
  'face_endpoint_3',
  'face_endpoint_4',
  'face_endpoint_5',
  'face_endpoint_6',
  'face_endpoint_7',
  'chin',
  'face_endpoint_9',
  'face_endpoint_10',
  'face_endpoint_11',
  'face_endpoint_12',
  'face_endpoint_13',
  'face_endpoint_14',
  'face_endpoint_15',
  'face_endpoint_16',
  'leftEyebrowLeftCorner',
  'leftEyebrowMiddle3',
  'leftEyebrowMiddle2',
  'leftEyebrowMiddle1',
  'leftEyebrowRightCorner',
  'rightEyebrowLeftCorner',
  'rightEyebrowMiddle3',
  'rightEyebrowMiddle2',
  'rightEyebrowMiddle1',
  'rightEyebrowRightCorner',
  'noseTop1',
  'noseTop2',
  'noseLower1',
  'noseLower2',
  'noseRootLeft',
  'nosePoint1',
  'noseTip',
  'nosePoint3',
  'noseRootRight',
  'leftEyeLeftCorner',
  'leftEyeTop2',
  'leftEyeTop1',
  'leftEyeRightCorner',
  'leftEyeBottom1',
  'leftEyeBottom2',
  'rightEyeLeftCorner',
  'rightEyeTop1',
  'rightEyeTop2',
  'rightEyeRightCorner',
  'rightEyeBottom1',
  'rightEyeBottom2',
  'mouthLeft',
  'upperLipPoint1',
  'upperLipPoint2',
  'underLipPoint3',
  'underLipPoint4',
  'upperLipPoint5',
  'mouthRight',
  'LowerLipPoint4',
  'LowerLipPoint5',
  'LowerLipPoint6',
  'LowerLipPoint7',
  'LowerLipPoint8',
  'upperLipPoint6',
  'underLipPoint7',
  'underLipPoint8',
  'upperLipPoint9',
  'upperLipPoint10',
  'LowerLipPoint1',
  'LowerLipPoint2',
  'LowerLipPoint3',
] as const satisfies readonly (keyof FaceLandmarks)[];

export const BLENDSHAPE_NAMES = [
  'browDownLeft',
  'browDownRight',
  'browInnerUp',
  'browOuterUpLeft',
  'browOuterUpRight',
  'cheekPuff',
  'cheekSquintLeft',
  'cheekSquintRight',
  'eyeBlinkLeft',
  'eyeBlinkRight',
  'eyeLookDownLeft',
  'eyeLookDownRight',
  'eyeLookInLeft',
  'eyeLookInRight',
  'eyeLookOutLeft',
  'eyeLookOutRight',
  'eyeLookUpLeft',
  'eyeLookUpRight',
  'eyeSquintLeft',
  'eyeSquintRight',
  'eyeWideLeft',
  'eyeWideRight',
  'jawForward',
  'jawLeft',
  'jawOpen',
  'jawRight',
  'mouthClose',
  'mouthDimpleLeft',
  'mouthDimpleRight',
  'mouthFrownLeft',
  'mouthFrownRight',
  'mouthFunnel',
  'mouthLeft',
  'mouthLowerDownLeft',
  'mouthLowerDownRight',
  'mouthPressLeft',
  'mouthPressRight',
  'mouthPucker',
  'mouthRight',
  'mouthRollLower',
  'mouthRollUpper',
  'mouthShrugLower',
  'mouthShrugUpper',
  'mouthSmileLeft',
  'mouthSmileRight',
  'mouthStretchLeft',
  'mouthStretchRight',
  'mouthUpperUpLeft',
  'mouthUpperUpRight',
  'noseSneerLeft',
  'noseSneerRight',
] as const satisfies readonly (keyof FaceExpression['blendshapes'])[];

/** How many numbers a face vector has. */
export const VECTOR_LENGTH = 128;
/** How many images one request may hold. */
export const MAX_BATCH_IMAGES = 32;

/** What a face has only on request, as `return_attributes` names it, and the shape of each. */
export const ATTRIBUTES = {
  confidence: { onVector: true, shape: 'number' },
  age_years: { onVector: false, shape: 'number' },
  pose: { onVector: true, shape: { fields: { yaw: 'number', pitch: 'number', roll: 'number' } } },
  quality: {
    onVector: true,
    shape: {
      fields: {
        score: 'number',
        sharpness: 'number',
        illumination: 'number',
        evenness: 'number',
        size: { list: 'number', length: 2 },
        failed: {
          list: { fields: { attribute: 'string', error: 'string', value: 'number', threshold: 'number' } },
        },
      },
    },
  },
  expression: {
    onVector: true,
    shape: {
      fields: {
        smile: 'number',
        mouth_opening: 'number',
        left_eye_opening: 'number',
        right_eye_opening: 'number',
        blendshapes: {
          fields: {
            browDownLeft: 'number',
            browDownRight: 'number',
            browInnerUp: 'number',
            browOuterUpLeft: 'number',
            browOuterUpRight: 'number',
            cheekPuff: 'number',
            cheekSquintLeft: 'number',
            cheekSquintRight: 'number',
            eyeBlinkLeft: 'number',
            eyeBlinkRight: 'number',
            eyeLookDownLeft: 'number',
            eyeLookDownRight: 'number',
            eyeLookInLeft: 'number',
            eyeLookInRight: 'number',
            eyeLookOutLeft: 'number',
            eyeLookOutRight: 'number',
            eyeLookUpLeft: 'number',
            eyeLookUpRight: 'number',
            eyeSquintLeft: 'number',
            eyeSquintRight: 'number',
            eyeWideLeft: 'number',
            eyeWideRight: 'number',
            jawForward: 'number',
            jawLeft: 'number',
            jawOpen: 'number',
            jawRight: 'number',
            mouthClose: 'number',
            mouthDimpleLeft: 'number',
            mouthDimpleRight: 'number',
            mouthFrownLeft: 'number',
            mouthFrownRight: 'number',
            mouthFunnel: 'number',
            mouthLeft: 'number',
            mouthLowerDownLeft: 'number',
            mouthLowerDownRight: 'number',
            mouthPressLeft: 'number',
            mouthPressRight: 'number',
            mouthPucker: 'number',
            mouthRight: 'number',
            mouthRollLower: 'number',
            mouthRollUpper: 'number',
            mouthShrugLower: 'number',
            mouthShrugUpper: 'number',
            mouthSmileLeft: 'number',
            mouthSmileRight: 'number',
            mouthStretchLeft: 'number',
            mouthStretchRight: 'number',
            mouthUpperUpLeft: 'number',
            mouthUpperUpRight: 'number',
            noseSneerLeft: 'number',
            noseSneerRight: 'number',
          },
        },
      },
    },
  },
  aligned: { onVector: true, shape: 'string' },
  vector: { onVector: false, shape: { list: 'number', length: 128 } },
  spoof_score: { onVector: false, shape: 'number' },
} as const;

/** `smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, the scores of MediaPipe's model. Left and right are the person's own, unlike those of the landmarks. */
export interface Expression {
  readonly smile: number;
  /** The gap between the lips relative to the width of the mouth; from 0.1 on it is open. */
  readonly mouthOpening: number;
  /** The gap between the lids relative to the width of the eye; below 0.16 it is closed. */
  readonly leftEyeOpening: number;
  readonly rightEyeOpening: number;
  /** MediaPipe's blendshape scores by name. */
  readonly blendshapes: {
    readonly browDownLeft: number;
    readonly browDownRight: number;
    readonly browInnerUp: number;
    readonly browOuterUpLeft: number;
    readonly browOuterUpRight: number;
    readonly cheekPuff: number;
    readonly cheekSquintLeft: number;
    readonly cheekSquintRight: number;
    readonly eyeBlinkLeft: number;
    readonly eyeBlinkRight: number;
    readonly eyeLookDownLeft: number;
    readonly eyeLookDownRight: number;
    readonly eyeLookInLeft: number;
    readonly eyeLookInRight: number;
    readonly eyeLookOutLeft: number;
    readonly eyeLookOutRight: number;
    readonly eyeLookUpLeft: number;
    readonly eyeLookUpRight: number;
    readonly eyeSquintLeft: number;
    readonly eyeSquintRight: number;
    readonly eyeWideLeft: number;
    readonly eyeWideRight: number;
    readonly jawForward: number;
    readonly jawLeft: number;
    readonly jawOpen: number;
    readonly jawRight: number;
    readonly mouthClose: number;
    readonly mouthDimpleLeft: number;
    readonly mouthDimpleRight: number;
    readonly mouthFrownLeft: number;
    readonly mouthFrownRight: number;
    readonly mouthFunnel: number;
    readonly mouthLeft: number;
    readonly mouthLowerDownLeft: number;
    readonly mouthLowerDownRight: number;
    readonly mouthPressLeft: number;
    readonly mouthPressRight: number;
    readonly mouthPucker: number;
    readonly mouthRight: number;
    readonly mouthRollLower: number;
    readonly mouthRollUpper: number;
    readonly mouthShrugLower: number;
    readonly mouthShrugUpper: number;
    readonly mouthSmileLeft: number;
    readonly mouthSmileRight: number;
    readonly mouthStretchLeft: number;
    readonly mouthStretchRight: number;
    readonly mouthUpperUpLeft: number;
    readonly mouthUpperUpRight: number;
    readonly noseSneerLeft: number;
    readonly noseSneerRight: number;
  };
}

/** What a result of Face Vector has only on request. */
export interface VectorAttributes {
  /** How sure the service is that this is a face, 0 to 1. */
  readonly confidence?: number;
  /** In degrees: `yaw` (above 0: the nose points to the left of the image), `pitch` (above 0: up) and `roll` (above 0: the head leans clockwise). */
  readonly pose?: HeadPose;
  /** `score`, that of the weakest measure; `sharpness` and `evenness` from 0 to 1; `illumination` from 0 to 255; `size`; and `failed`, the conditions of `quality=1` that the face does not meet. */
  readonly quality?: FaceQuality;
  /** `smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, the scores of MediaPipe's model. Left and right are the person's own, unlike those of the landmarks. */
  readonly expression?: Expression;
  /** The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black. */
  readonly aligned?: string;
}

/** What a face has only on request. */
export interface ImageAttributes extends VectorAttributes {
  /** The estimated age in years, within the range of `age`. */
  readonly ageYears?: number;
  /** The 128 numbers of Face Vector; the header X-Facet-Model names their model. Only the first 8 faces have them; send the rectangles of the others as `bboxes`. */
  readonly vector?: readonly number[];
  /** How much the face looks like a photo or a screen, 0 to 1, in this picture alone. A hint, never a verdict: it is wrong for every sixth attack, and often on press photos. Only the first 4 faces have it. */
  readonly spoofScore?: number;
}

/** A point in pixels of the upright image. */
export interface LandmarkPoint {
  readonly x: number;
  readonly y: number;
}

/** All 68 points by name. */
export interface FaceLandmarks {
  readonly face_endpoint_0: LandmarkPoint;
  readonly face_endpoint_1: LandmarkPoint;
  readonly face_endpoint_2: LandmarkPoint;
  readonly face_endpoint_3: LandmarkPoint;
  readonly face_endpoint_4: LandmarkPoint;
  readonly face_endpoint_5: LandmarkPoint;
  readonly face_endpoint_6: LandmarkPoint;
  readonly face_endpoint_7: LandmarkPoint;
  readonly chin: LandmarkPoint;
  readonly face_endpoint_9: LandmarkPoint;
  readonly face_endpoint_10: LandmarkPoint;
  readonly face_endpoint_11: LandmarkPoint;
  readonly face_endpoint_12: LandmarkPoint;
  readonly face_endpoint_13: LandmarkPoint;
  readonly face_endpoint_14: LandmarkPoint;
  readonly face_endpoint_15: LandmarkPoint;
  readonly face_endpoint_16: LandmarkPoint;
  readonly leftEyebrowLeftCorner: LandmarkPoint;
  readonly leftEyebrowMiddle3: LandmarkPoint;
  readonly leftEyebrowMiddle2: LandmarkPoint;
  readonly leftEyebrowMiddle1: LandmarkPoint;
  readonly leftEyebrowRightCorner: LandmarkPoint;
  readonly rightEyebrowLeftCorner: LandmarkPoint;
  readonly rightEyebrowMiddle3: LandmarkPoint;
  readonly rightEyebrowMiddle2: LandmarkPoint;
  readonly rightEyebrowMiddle1: LandmarkPoint;
  readonly rightEyebrowRightCorner: LandmarkPoint;
  readonly noseTop1: LandmarkPoint;
  readonly noseTop2: LandmarkPoint;
  readonly noseLower1: LandmarkPoint;
  readonly noseLower2: LandmarkPoint;
  readonly noseRootLeft: LandmarkPoint;
  readonly nosePoint1: LandmarkPoint;
  readonly noseTip: LandmarkPoint;
  readonly nosePoint3: LandmarkPoint;
  readonly noseRootRight: LandmarkPoint;
  readonly leftEyeLeftCorner: LandmarkPoint;
  readonly leftEyeTop2: LandmarkPoint;
  readonly leftEyeTop1: LandmarkPoint;
  readonly leftEyeRightCorner: LandmarkPoint;
  readonly leftEyeBottom1: LandmarkPoint;
  readonly leftEyeBottom2: LandmarkPoint;
  readonly rightEyeLeftCorner: LandmarkPoint;
  readonly rightEyeTop1: LandmarkPoint;
  readonly rightEyeTop2: LandmarkPoint;
  readonly rightEyeRightCorner: LandmarkPoint;
  readonly rightEyeBottom1: LandmarkPoint;
  readonly rightEyeBottom2: LandmarkPoint;
  readonly mouthLeft: LandmarkPoint;
  readonly upperLipPoint1: LandmarkPoint;
  readonly upperLipPoint2: LandmarkPoint;
  readonly underLipPoint3: LandmarkPoint;
  readonly underLipPoint4: LandmarkPoint;
  readonly upperLipPoint5: LandmarkPoint;
  readonly mouthRight: LandmarkPoint;
  readonly LowerLipPoint4: LandmarkPoint;
  readonly LowerLipPoint5: LandmarkPoint;
  readonly LowerLipPoint6: LandmarkPoint;
  readonly LowerLipPoint7: LandmarkPoint;
  readonly LowerLipPoint8: LandmarkPoint;
  readonly upperLipPoint6: LandmarkPoint;
  readonly underLipPoint7: LandmarkPoint;
  readonly underLipPoint8: LandmarkPoint;
  readonly upperLipPoint9: LandmarkPoint;
  readonly upperLipPoint10: LandmarkPoint;
  readonly LowerLipPoint1: LandmarkPoint;
  readonly LowerLipPoint2: LandmarkPoint;
  readonly LowerLipPoint3: LandmarkPoint;
}

/** In degrees: `yaw` (above 0: the nose points to the left of the image), `pitch` (above 0: up) and `roll` (above 0: the head leans clockwise). */
export interface HeadPose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/** A condition of `quality=1` that the face does not meet. */
export interface FailedCondition {
  readonly attribute: 'Image size' | 'Lighting' | 'Pose';
  readonly error: 'Face too Small' | 'Low Illumination' | 'Incorrect Pose';
  readonly value: number;
  readonly threshold: number;
}

/** `score`, that of the weakest measure; `sharpness` and `evenness` from 0 to 1; `illumination` from 0 to 255; `size`; and `failed`, the conditions of `quality=1` that the face does not meet. */
export interface FaceQuality {
  /** All measures in one number: how good the weakest of them is. */
  readonly score: number;
  /** How much fine detail the face shows; below 0.35 it is blurred. */
  readonly sharpness: number;
  /** Mean luma over the face (BT.601). */
  readonly illumination: number;
  /** Mean luma of the darker half of the face relative to the brighter one. */
  readonly evenness: number;
  /** Width, then height of the face rectangle, in pixels. */
  readonly size: readonly [number, number];
  /** The conditions of `quality=1` on Face Vector that the face does not meet; empty if it passes. */
  readonly failed: readonly FailedCondition[];
}

/** `smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, the scores of MediaPipe's model. Left and right are the person's own, unlike those of the landmarks. */
export interface FaceExpression {
  readonly smile: number;
  /** The gap between the lips relative to the width of the mouth; from 0.1 on it is open. */
  readonly mouth_opening: number;
  /** The gap between the lids relative to the width of the eye; below 0.16 it is closed. */
  readonly left_eye_opening: number;
  readonly right_eye_opening: number;
  /** MediaPipe's blendshape scores by name. */
  readonly blendshapes: {
    readonly browDownLeft: number;
    readonly browDownRight: number;
    readonly browInnerUp: number;
    readonly browOuterUpLeft: number;
    readonly browOuterUpRight: number;
    readonly cheekPuff: number;
    readonly cheekSquintLeft: number;
    readonly cheekSquintRight: number;
    readonly eyeBlinkLeft: number;
    readonly eyeBlinkRight: number;
    readonly eyeLookDownLeft: number;
    readonly eyeLookDownRight: number;
    readonly eyeLookInLeft: number;
    readonly eyeLookInRight: number;
    readonly eyeLookOutLeft: number;
    readonly eyeLookOutRight: number;
    readonly eyeLookUpLeft: number;
    readonly eyeLookUpRight: number;
    readonly eyeSquintLeft: number;
    readonly eyeSquintRight: number;
    readonly eyeWideLeft: number;
    readonly eyeWideRight: number;
    readonly jawForward: number;
    readonly jawLeft: number;
    readonly jawOpen: number;
    readonly jawRight: number;
    readonly mouthClose: number;
    readonly mouthDimpleLeft: number;
    readonly mouthDimpleRight: number;
    readonly mouthFrownLeft: number;
    readonly mouthFrownRight: number;
    readonly mouthFunnel: number;
    readonly mouthLeft: number;
    readonly mouthLowerDownLeft: number;
    readonly mouthLowerDownRight: number;
    readonly mouthPressLeft: number;
    readonly mouthPressRight: number;
    readonly mouthPucker: number;
    readonly mouthRight: number;
    readonly mouthRollLower: number;
    readonly mouthRollUpper: number;
    readonly mouthShrugLower: number;
    readonly mouthShrugUpper: number;
    readonly mouthSmileLeft: number;
    readonly mouthSmileRight: number;
    readonly mouthStretchLeft: number;
    readonly mouthStretchRight: number;
    readonly mouthUpperUpLeft: number;
    readonly mouthUpperUpRight: number;
    readonly noseSneerLeft: number;
    readonly noseSneerRight: number;
  };
}

export interface FaceAttributes {
  /** The range that holds the estimated age; its lower bound is inclusive. */
  readonly age: '0-10' | '10-20' | '20-40' | '40-60' | '60-100';
  /** x1, y1, x2, y2 in pixels; may be used as `bboxes`. */
  readonly face_rectangle: readonly [number, number, number, number];
  readonly gender: 'male' | 'female';
  readonly gender_confidence: number;
  readonly landmarks: {
    readonly faceLandMark: FaceLandmarks;
  };
  /** How sure the service is that this is a face, 0 to 1. */
  readonly confidence?: number;
  /** The estimated age in years, within the range of `age`. */
  readonly age_years?: number;
  readonly pose?: HeadPose;
  readonly quality?: FaceQuality;
  readonly expression?: FaceExpression;
  /** The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black. */
  readonly aligned?: string;
  /** The 128 numbers of Face Vector; the header X-Facet-Model names their model. Only the first 8 faces have them; send the rectangles of the others as `bboxes`. */
  readonly vector?: readonly number[];
  /** How much the face looks like a photo or a screen, 0 to 1, in this picture alone. A hint, never a verdict: it is wrong for every sixth attack, and often on press photos. Only the first 4 faces have it. */
  readonly spoof_score?: number;
}

/** One entry `face_id_<n>` for each face, and `image_size`. Detected faces are numbered by prominence, given boxes in their order. */
export interface ImageFaces {
  /** Height, then width, in pixels. */
  readonly image_size: readonly [number, number];
  readonly [key: `face_id_${number}`]: FaceAttributes;
}

export interface CollectionDescription {
  readonly collection: string;
  readonly people: number;
  readonly faces: number;
  /** The model that made the vectors; `null` while there are none. */
  readonly model: string | null;
  /** How near a face must be to identify somebody; it falls as the collection grows. */
  readonly threshold: number;
  readonly created_at: string;
}

export interface PersonDescription {
  readonly person: string;
  readonly display_name: string | null;
  /** As you gave it; `null` without. */
  readonly metadata: unknown;
  /** Your reference to the consent given. */
  readonly consent: string | null;
  /** When the person and their faces are deleted. */
  readonly expires_at: string | null;
  readonly faces: number;
  readonly created_at: string;
}

export interface FaceDescription {
  readonly face: string;
  readonly created_at: string;
}

export interface MatchedPerson {
  readonly person: string;
  readonly display_name: string | null;
  readonly collection: string;
  /** Euclidean distance, 0 to 0.9. */
  readonly distance: number;
  /** How often somebody who is not enrolled would be at least as near to anybody in a collection of this size. */
  readonly false_match_rate: number;
}

/** The response to a request that was rejected or failed. The code tells which; the message what to do. */
export interface ErrorEnvelope {
  readonly status: 'error';
  readonly code: string;
  readonly success: false;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface MatchFacesQuery {
  /** The face to use in img_1: x1,y1,x2,y2 in pixels of the upright image. No detection runs then. */
  readonly bboxes_1?: string;
  /** The face to use in img_2: x1,y1,x2,y2 in pixels of the upright image. No detection runs then. */
  readonly bboxes_2?: string;
  /** 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face. */
  readonly face_det?: '0' | '1';
  /** 1 adds `details`: the rectangles of both faces, the distance and its threshold as numbers, a similarity in per cent, and the false match rate of the distance. */
  readonly details?: '0' | '1';
  /** 1 compares the face of img_1 with every face of img_2 (at most the 12 most prominent) and adds `faces`, the nearest first. `score` and `status` are those of the nearest. Not with bboxes_2 or vec_2. */
  readonly all?: '0' | '1';
}
export interface MatchFacesJson {
  /** The image of the first person. Base64, a data: URL, or an http(s) URL. */
  readonly img_1?: string;
  /** The image of the second person. Base64, a data: URL, or an http(s) URL. */
  readonly img_2?: string;
  /** A stored vector of Face Vector, in place of img_1. */
  readonly vec_1?: readonly number[];
  /** A stored vector of Face Vector, in place of img_2. */
  readonly vec_2?: readonly number[];
}
export interface MatchFacesForm {
  /** The image of the first person. A file, or a text part with Base64 or an image URL. */
  readonly img_1?: Blob | string;
  /** The image of the second person. A file, or a text part with Base64 or an image URL. */
  readonly img_2?: Blob | string;
  /** A stored vector of Face Vector, in place of img_1. A JSON array of 128 numbers. */
  readonly vec_1?: string;
  /** A stored vector of Face Vector, in place of img_2. A JSON array of 128 numbers. */
  readonly vec_2?: string;
}
/** Face Match */
export interface MatchFacesResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Fetched confidence value.';
  readonly data: {
    /** Euclidean distance of the two faces, 0 to 0.9. Below 0.5 they are the same person. */
    readonly score: string;
    readonly status: 'match' | 'not a match';
    /** With details=1. */
    readonly details?: {
      /** The score as a number. */
      readonly distance: number;
      /** Below this distance it is a match. */
      readonly threshold: number;
      /** Per cent: 100 at distance 0, 60 at 0.5, 0 at 0.9, straight lines between. Above 60 it is a match. */
      readonly similarity: number;
      /** The share of pairs of different people that are at least as near, by 1.2 million measured pairs. Below 0.00001 it is extrapolated, and it is never stated as less than 1e-10. */
      readonly false_match_rate: number;
      /** The face in img_1: x1, y1, x2, y2 in pixels. Left out for a stored vector. */
      readonly face_rectangle_1?: readonly [number, number, number, number];
      /** The face in img_2: x1, y1, x2, y2 in pixels. Left out for a stored vector. */
      readonly face_rectangle_2?: readonly [number, number, number, number];
    };
    /** With all=1: the faces of img_2, at most the 12 most prominent; the nearest first. */
    readonly faces?: readonly {
      /** Euclidean distance of the two faces, 0 to 0.9. Below 0.5 they are the same person. */
      readonly score: string;
      readonly status: 'match' | 'not a match';
      /** The face in img_2: x1, y1, x2, y2 in pixels. */
      readonly face_rectangle: readonly [number, number, number, number];
      readonly details?: {
        /** The score as a number. */
        readonly distance: number;
        /** Below this distance it is a match. */
        readonly threshold: number;
        /** Per cent: 100 at distance 0, 60 at 0.5, 0 at 0.9, straight lines between. Above 60 it is a match. */
        readonly similarity: number;
        /** The share of pairs of different people that are at least as near, by 1.2 million measured pairs. Below 0.00001 it is extrapolated, and it is never stated as less than 1e-10. */
        readonly false_match_rate: number;
      };
    }[];
  };
}

export type MatchFacesErrorCode =
  | '2001'
  | '2002'
  | '2003'
  | '2004'
  | '2005'
  | '2006'
  | '2012'
  | '4001'
  | '4002'
  | '4003'
  | '4004'
  | '4005'
  | '2007'
  | '2008'
  | '2009'
  | '3001'
  | '3201'
  | '3202'
  | '4291'
  | '4292'
  | '5000'
  | '5003'
  | '5004';

export interface CompareFacesQuery {
  /** The face to use in img_1: x1,y1,x2,y2 in pixels of the upright image. No detection runs then. */
  readonly bboxes_1?: string;
  /** The face to use in img_2: x1,y1,x2,y2 in pixels of the upright image. No detection runs then. */
  readonly bboxes_2?: string;
  /** 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face. */
  readonly face_det?: '0' | '1';
}
export interface CompareFacesJson {
  /** The image of the first person. Base64, a data: URL, or an http(s) URL. */
  readonly img_1: string;
  /** The image of the second person. Base64, a data: URL, or an http(s) URL. */
  readonly img_2: string;
}
export interface CompareFacesForm {
  /** The image of the first person. A file, or a text part with Base64 or an image URL. */
  readonly img_1: Blob | string;
  /** The image of the second person. A file, or a text part with Base64 or an image URL. */
  readonly img_2: Blob | string;
}
/** Face Compare */
export interface CompareFacesResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Fetched confidence value.';
  readonly data: {
    /** How sure it is that both show the same person, 0 to 1. Above 0.6 they match. */
    readonly confidence: string;
  };
}

export type CompareFacesErrorCode =
  | '2001'
  | '2002'
  | '2003'
  | '2004'
  | '2006'
  | '4001'
  | '4002'
  | '4003'
  | '4004'
  | '4005'
  | '2007'
  | '2008'
  | '2009'
  | '3001'
  | '3201'
  | '3202'
  | '4291'
  | '4292'
  | '5000'
  | '5003'
  | '5004';

export interface GetImageAttrQuery {
  /** 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face. */
  readonly face_det?: '0' | '1';
  /** The faces to analyse: x1,y1,x2,y2 in pixels of the upright image, several (at most 24) joined by & (raw or as %26, or with the parameter repeated). The faces keep this order. No detection runs then. */
  readonly bboxes?: string;
  /** The maximum number of faces, the most prominent ones; 40 by default. With 1, the search ends at the first face, which makes the call faster. Has no effect on faces that boxes name. */
  readonly max_faces?: number;
  /** Only faces whose `face_rectangle` is at least this many pixels wide and high. Has no effect on faces that boxes name. */
  readonly min_face_size?: number;
  /** What to return beyond the usual fields, joined by commas: confidence, age_years, pose, quality, expression, aligned, vector, spoof_score. `return` is a short form of its name. */
  readonly return_attributes?: string;
}
export interface GetImageAttrJson {
  /** The image to analyse. Base64, a data: URL, or an http(s) URL; or a list of up to 32 of them, each of which is a call of its own. */
  readonly image_attr: string | readonly string[];
}
export interface GetImageAttrForm {
  /** The image to analyse. A file, or a text part with Base64 or an image URL. */
  readonly image_attr: Blob | string;
}
/** Image Attributes */
export interface GetImageAttrResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Fetched attributes.';
  readonly data: {
    readonly attributes: ImageFaces;
  };
}
/** Image Attributes of a list */
export interface GetImageAttrBatchResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Fetched attributes.';
  readonly data: {
    /** For a list of images: one envelope for each, in their order, as a call of its own would have had. */
    readonly results: readonly (
      | {
          readonly status: 'ok';
          readonly code: '1000';
          readonly success: true;
          readonly message: 'Fetched attributes.';
          readonly data: {
            readonly attributes: ImageFaces;
          };
        }
      | ErrorEnvelope
    )[];
  };
}

export type GetImageAttrErrorCode =
  | '2001'
  | '2002'
  | '2003'
  | '2004'
  | '2006'
  | '4001'
  | '4002'
  | '4003'
  | '4004'
  | '4005'
  | '2007'
  | '2008'
  | '2009'
  | '3201'
  | '3202'
  | '4291'
  | '4292'
  | '5000'
  | '5003'
  | '5004';

export interface GetFaceVecQuery {
  /** The face to use in img: x1,y1,x2,y2 in pixels of the upright image. No detection runs then. */
  readonly bboxes?: string;
  /** 1 gives a vector only for a face of at least 60x60 pixels, illumination 70 and a yaw of at most 50. 2 is a strict check of photos for enrolment: one face, large, sharp, evenly lit, frontal, eyes open, mouth closed. */
  readonly quality?: '0' | '1' | '2';
  /** 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face. */
  readonly face_det?: '0' | '1';
  /** What to return beyond the usual fields, joined by commas: confidence, pose, quality, expression, aligned. `return` is a short form of its name. */
  readonly return_attributes?: string;
}
export interface GetFaceVecJson {
  /** The image with the face. Base64, a data: URL, or an http(s) URL; or a list of up to 32 of them, each of which is a call of its own. */
  readonly img: string | readonly string[];
}
export interface GetFaceVecForm {
  /** The image with the face. A file, or a text part with Base64 or an image URL. */
  readonly img: Blob | string;
}
/** Face Vector */
export interface GetFaceVecResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Fetched vector data.';
  readonly data: {
    /** The vector of the face. Two vectors of the same model less than 0.5 apart show the same person. */
    readonly vector: readonly number[];
    /** How sure the service is that this is a face, 0 to 1. */
    readonly confidence?: number;
    readonly pose?: HeadPose;
    readonly quality?: FaceQuality;
    readonly expression?: FaceExpression;
    /** The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black. */
    readonly aligned?: string;
  };
}
/** Face Vector of a list */
export interface GetFaceVecBatchResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Fetched vector data.';
  readonly data: {
    /** For a list of images: one envelope for each, in their order, as a call of its own would have had. */
    readonly results: readonly (
      | {
          readonly status: 'ok';
          readonly code: '1000';
          readonly success: true;
          readonly message: 'Fetched vector data.';
          readonly data: {
            /** The vector of the face. Two vectors of the same model less than 0.5 apart show the same person. */
            readonly vector: readonly number[];
            /** How sure the service is that this is a face, 0 to 1. */
            readonly confidence?: number;
            readonly pose?: HeadPose;
            readonly quality?: FaceQuality;
            readonly expression?: FaceExpression;
            /** The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black. */
            readonly aligned?: string;
          };
        }
      | ErrorEnvelope
    )[];
  };
}

export type GetFaceVecErrorCode =
  | '2001'
  | '2002'
  | '2003'
  | '2004'
  | '2006'
  | '4001'
  | '4002'
  | '4003'
  | '4004'
  | '4005'
  | '2007'
  | '2008'
  | '2009'
  | '3001'
  | '3101'
  | '3102'
  | '3103'
  | '3104'
  | '3201'
  | '3202'
  | '4291'
  | '4292'
  | '5000'
  | '5003'
  | '5004';

export interface RedactQuery {
  /** Large squares, a strong blur, or a black area. */
  readonly style?: 'pixelate' | 'blur' | 'box';
  /** What to redact: the rectangle of the face, or only what its outline holds. The hair and ears around an outline may still tell who it is. */
  readonly shape?: 'outline' | 'rectangle';
  /** The faces to analyse: x1,y1,x2,y2 in pixels of the upright image, several (at most 24) joined by & (raw or as %26, or with the parameter repeated). The faces keep this order. No detection runs then. */
  readonly bboxes?: string;
  /** 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face. */
  readonly face_det?: '0' | '1';
  /** The maximum number of faces, the most prominent ones; 40 by default. With 1, the search ends at the first face, which makes the call faster. Has no effect on faces that boxes name. */
  readonly max_faces?: number;
  /** Only faces whose `face_rectangle` is at least this many pixels wide and high. Has no effect on faces that boxes name. */
  readonly min_face_size?: number;
}
export interface RedactJson {
  /** The image with the faces. Base64, a data: URL, or an http(s) URL. */
  readonly img: string;
}
export interface RedactForm {
  /** The image with the faces. A file, or a text part with Base64 or an image URL. */
  readonly img: Blob | string;
}

export type RedactErrorCode =
  | '2001'
  | '2002'
  | '2003'
  | '2004'
  | '2006'
  | '4001'
  | '4002'
  | '4003'
  | '4004'
  | '4005'
  | '2007'
  | '2008'
  | '2009'
  | '3201'
  | '3202'
  | '4291'
  | '4292'
  | '5000'
  | '5003'
  | '5004';

export interface OpenLivenessSessionJson {
  /** The movements to choose from, at least 3 different ones, for people who cannot do some. All by default. Include a turn: no flat picture can do it. */
  readonly actions?: readonly (
    | 'turn_left'
    | 'turn_right'
    | 'look_up'
    | 'look_down'
    | 'open_mouth'
    | 'smile'
    | 'close_eyes'
    | 'come_closer'
  )[];
  /** How many movements to ask for. */
  readonly steps?: number;
}
/** Liveness Session */
export interface OpenLivenessSessionResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Opened liveness session.';
  readonly data: {
    /** To be sent with the frames. It works once, and only for the same account. */
    readonly session: string;
    /** The movements to perform in this order, each from looking at the camera and back again. Left and right are the person's own. */
    readonly steps: readonly (
      | 'turn_left'
      | 'turn_right'
      | 'look_up'
      | 'look_down'
      | 'open_mouth'
      | 'smile'
      | 'close_eyes'
      | 'come_closer'
    )[];
    /** When the session ends. */
    readonly expires_at: string;
  };
}

export type OpenLivenessSessionErrorCode =
  | '2006'
  | '2011'
  | '4001'
  | '4002'
  | '4003'
  | '4004'
  | '4005'
  | '2007'
  | '2009'
  | '4291'
  | '4292'
  | '4296'
  | '5000'
  | '5003'
  | '5004';

export interface CheckLivenessQuery {
  /** 1 adds the vector of the best frame. */
  readonly return_vector?: '0' | '1';
}
export interface CheckLivenessJson {
  /** The session of Liveness Session. */
  readonly session: string;
  /** The frames, 2 to 24, in their order. 640×480 pixels suffice. Base64. */
  readonly frames: readonly string[];
  /** The milliseconds of each frame since any moment, as a list or joined by commas. */
  readonly times: string | readonly number[];
  /** A photo of the person who is expected, to compare with. Base64, a data: URL, or an http(s) URL. */
  readonly img?: string;
  /** A stored vector of the person who is expected, in place of img. */
  readonly vec?: readonly number[];
}
export interface CheckLivenessForm {
  /** The session of Liveness Session. */
  readonly session: string;
  /** The frames, 2 to 24, in their order. 640×480 pixels suffice. A part of this name for each. */
  readonly frames: readonly (Blob | string)[];
  /** The milliseconds of each frame since any moment, joined by commas. */
  readonly times: string;
  /** A photo of the person who is expected, to compare with. */
  readonly img?: Blob | string;
  /** A stored vector of the person who is expected, in place of img. A JSON array of 128 numbers. */
  readonly vec?: string;
}
/** Liveness Check */
export interface CheckLivenessResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Checked liveness.';
  readonly data: {
    /** Whether one person was in front of the camera and made the movements of the session. */
    readonly live: boolean;
    /** Why not; null if `live`. */
    readonly reason:
      | 'frame_times'
      | 'no_face'
      | 'several_faces'
      | 'face_too_small'
      | 'repeated_frames'
      | 'cut'
      | 'not_facing_camera'
      | 'wrong_movement'
      | 'step_missing'
      | 'flat'
      | 'several_people'
      | 'spoof'
      | null;
    /** The reason in plain words; null if `live`. */
    readonly explanation: string | null;
    readonly steps: readonly {
      readonly action:
        | 'turn_left'
        | 'turn_right'
        | 'look_up'
        | 'look_down'
        | 'open_mouth'
        | 'smile'
        | 'close_eyes'
        | 'come_closer';
      readonly done: boolean;
      /** The frame in which the movement was complete, from 0. */
      readonly frame: number | null;
    }[];
    readonly scores: {
      /** The share of the movements that were seen. */
      readonly challenge: number;
      /** How much single frames look like a picture of a face. Null if no frame shows one. A hint: it rejects only from 0.7 on. */
      readonly spoof: number | null;
    };
    /** The frame that shows the face best, from 0; null if none does. */
    readonly best_frame: number | null;
    /** With return_vector=1: the vector of the best frame, as Face Vector gives it. */
    readonly vector?: readonly number[];
    /** With `img` or `vec`: the best frame compared with it, as Face Match does. */
    readonly match?: {
      readonly score: string;
      readonly status: 'match' | 'not a match';
    };
  };
}

export type CheckLivenessErrorCode =
  | '2001'
  | '2002'
  | '2003'
  | '2004'
  | '2006'
  | '2012'
  | '2020'
  | '4001'
  | '4002'
  | '4003'
  | '4004'
  | '4005'
  | '2007'
  | '2008'
  | '2009'
  | '3001'
  | '3201'
  | '3202'
  | '4291'
  | '4292'
  | '5000'
  | '5003'
  | '5004';

/** List the collections */
export interface ListCollectionsResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The collections.';
  readonly data: {
    readonly collections: readonly CollectionDescription[];
    readonly used: {
      readonly collections: number;
      readonly people: number;
      readonly faces: number;
    };
    /** What the plan allows in all collections of the account together. */
    readonly limits: {
      /** `null`: without a limit. */
      readonly collections: number | null;
      /** `null`: without a limit. */
      readonly people: number | null;
      /** `null`: without a limit. */
      readonly faces: number | null;
    };
  };
}

/** Create a collection */
export interface PutCollectionResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The collection is there.';
  readonly data: {
    readonly collection: CollectionDescription;
    /** What the plan allows in all collections of the account together. */
    readonly limits: {
      /** `null`: without a limit. */
      readonly collections: number | null;
      /** `null`: without a limit. */
      readonly people: number | null;
      /** `null`: without a limit. */
      readonly faces: number | null;
    };
  };
}

/** Describe a collection */
export interface ShowCollectionResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The collection.';
  readonly data: {
    readonly collection: CollectionDescription;
    /** What the plan allows in all collections of the account together. */
    readonly limits: {
      /** `null`: without a limit. */
      readonly collections: number | null;
      /** `null`: without a limit. */
      readonly people: number | null;
      /** `null`: without a limit. */
      readonly faces: number | null;
    };
  };
}

/** Delete a collection */
export interface DeleteCollectionResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The collection is deleted.';
  readonly data: {
    readonly deleted: {
      readonly people: number;
      readonly faces: number;
    };
  };
}

export interface ListPeopleQuery {
  /** Only people whose id begins with this. */
  readonly prefix?: string;
  /** Where the page begins: `next` of the page before. */
  readonly after?: string;
  /** How many people at most. */
  readonly limit?: number;
}
/** List people */
export interface ListPeopleResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The people.';
  readonly data: {
    readonly people: readonly PersonDescription[];
    /** The value of `after` for the next page; `null` on the last one. */
    readonly next: string | null;
  };
}

export interface PutPersonJson {
  /** How to call the person in results. */
  readonly display_name?: string | null;
  /** Any JSON value of at most 1024 bytes. */
  readonly metadata?: unknown;
  /** When the person and their faces are deleted; they are not found from then on. */
  readonly expires_at?: string | null;
  /** Your reference to the consent that the person gave. */
  readonly consent?: string | null;
}
/** Create or change a person */
export interface PutPersonResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The person is there.';
  readonly data: {
    readonly person: PersonDescription;
  };
}

/** Describe a person */
export interface ShowPersonResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The person.';
  readonly data: {
    readonly person: PersonDescription;
    readonly faces: readonly FaceDescription[];
  };
}

/** Delete a person */
export interface DeletePersonResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The person is deleted.';
  readonly data: {
    readonly deleted: {
      readonly faces: number;
    };
  };
}

export interface MergePeopleJson {
  /** The id of the person who is merged into this one. */
  readonly from: string;
}
/** Merge two people */
export interface MergePeopleResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The people are merged.';
  readonly data: {
    /** How many faces were moved. */
    readonly moved: number;
  };
}

/** Describe a face */
export interface ShowFaceResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The face.';
  readonly data: {
    readonly face: FaceDescription;
  };
}

/** Delete a face */
export interface DeleteFaceResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The face is deleted.';
  readonly data: {
    readonly deleted: {
      readonly faces: number;
    };
  };
}

export interface MoveFaceJson {
  /** The id of the person whose face it is. */
  readonly person: string;
}
/** Move a face to another person */
export interface MoveFaceResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'The face is moved.';
  readonly data: {
    readonly face: string;
    readonly person: string;
  };
}

export interface EnrolFaceQuery {
  /** The face to use in img: x1,y1,x2,y2 in pixels of the upright image. No detection runs then. */
  readonly bboxes?: string;
  /** As for Face Vector, but the default is 2, the check of photos for enrolment. Without effect on a stored vector. 1 gives a vector only for a face of at least 60x60 pixels, illumination 70 and a yaw of at most 50. 2 is a strict check of photos for enrolment: one face, large, sharp, evenly lit, frontal, eyes open, mouth closed. */
  readonly quality?: '0' | '1' | '2';
  /** 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face. */
  readonly face_det?: '0' | '1';
}
export interface EnrolFaceJson {
  /** The image with the face. Base64, a data: URL, or an http(s) URL; or a list of up to 32 of them, each of which is a call of its own. */
  readonly img?: string | readonly string[];
  /** A stored vector of Face Vector, in place of img. */
  readonly vec?: readonly number[];
}
export interface EnrolFaceForm {
  /** The image with the face. A file, or a text part with Base64 or an image URL. */
  readonly img?: Blob | string;
  /** A stored vector of Face Vector, in place of img. A JSON array of 128 numbers. */
  readonly vec?: string;
}
/** Enrol a face */
export interface EnrolFaceResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Face enrolled.';
  readonly data: {
    /** The id of the face. */
    readonly face: string;
    readonly person: string;
    /** False if the person had this very face already: a repeated call changes nothing. */
    readonly is_new: boolean;
    /** Other people of the collection who look the same: perhaps the same person under another id. */
    readonly duplicates: readonly MatchedPerson[];
    /** Left out for a stored vector. */
    readonly face_rectangle?: readonly [number, number, number, number];
  };
}
/** Enrol a face of a list */
export interface EnrolFaceBatchResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Face enrolled.';
  readonly data: {
    /** For a list of images: one envelope for each, in their order, as a call of its own would have had. */
    readonly results: readonly (
      | {
          readonly status: 'ok';
          readonly code: '1000';
          readonly success: true;
          readonly message: 'Face enrolled.';
          readonly data: {
            /** The id of the face. */
            readonly face: string;
            readonly person: string;
            /** False if the person had this very face already: a repeated call changes nothing. */
            readonly is_new: boolean;
            /** Other people of the collection who look the same: perhaps the same person under another id. */
            readonly duplicates: readonly MatchedPerson[];
            /** Left out for a stored vector. */
            readonly face_rectangle?: readonly [number, number, number, number];
          };
        }
      | ErrorEnvelope
    )[];
  };
}

export interface SearchFacesQuery {
  /** The face to use in img: x1,y1,x2,y2 in pixels of the upright image. No detection runs then. */
  readonly bboxes?: string;
  /** 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face. */
  readonly face_det?: '0' | '1';
  /** 1 searches for every face of img, at most the 12 most prominent; each person is found once. */
  readonly all?: '0' | '1';
  /** How many people at most for each face. */
  readonly max_results?: number;
  /** Only people nearer than this, in place of the threshold by the size of the collection. */
  readonly threshold?: number;
  /** More collections of the account to search, at most 7, joined by commas. */
  readonly also?: string;
}
export interface SearchFacesJson {
  /** The image with the face. Base64, a data: URL, or an http(s) URL. */
  readonly img?: string;
  /** A stored vector of Face Vector, in place of img. */
  readonly vec?: readonly number[];
}
export interface SearchFacesForm {
  /** The image with the face. A file, or a text part with Base64 or an image URL. */
  readonly img?: Blob | string;
  /** A stored vector of Face Vector, in place of img. A JSON array of 128 numbers. */
  readonly vec?: string;
}
/** Search a collection */
export interface SearchFacesResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Searched.';
  readonly data: {
    readonly faces: readonly {
      /** Left out for a stored vector. */
      readonly face_rectangle?: readonly [number, number, number, number];
      /** Whether somebody is nearer than the threshold. */
      readonly identified: boolean;
      /** The people nearer than the threshold, the nearest first. */
      readonly matches: readonly MatchedPerson[];
    }[];
    /** How near a face had to be: by the size of the collections, or as requested. */
    readonly threshold: number;
  };
}

export interface VerifyPersonQuery {
  /** The face to use in img: x1,y1,x2,y2 in pixels of the upright image. No detection runs then. */
  readonly bboxes?: string;
  /** 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face. */
  readonly face_det?: '0' | '1';
}
export interface VerifyPersonJson {
  /** The image with the face. Base64, a data: URL, or an http(s) URL. */
  readonly img?: string;
  /** A stored vector of Face Vector, in place of img. */
  readonly vec?: readonly number[];
}
export interface VerifyPersonForm {
  /** The image with the face. A file, or a text part with Base64 or an image URL. */
  readonly img?: Blob | string;
  /** A stored vector of Face Vector, in place of img. A JSON array of 128 numbers. */
  readonly vec?: string;
}
/** Verify a person */
export interface VerifyPersonResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Verified.';
  readonly data: {
    /** Whether the face is that of the person: nearer than the threshold. */
    readonly verified: boolean;
    /** To the nearest of the person’s faces. */
    readonly distance: number;
    /** How often somebody else would be at least as near to any of the person’s faces. */
    readonly false_match_rate: number;
    readonly threshold: number;
    /** Left out for a stored vector. */
    readonly face_rectangle?: readonly [number, number, number, number];
  };
}

/** Import people */
export interface ImportCollectionResponse {
  readonly status: 'ok';
  readonly code: '1000';
  readonly success: true;
  readonly message: 'Imported.';
  readonly data: {
    /** People in the file, also those who have expired. */
    readonly people: number;
    /** Faces that were added. Those that a person had already are not added again. */
    readonly faces: number;
  };
}

export type CollectionErrorCode =
  | '2002'
  | '4001'
  | '4002'
  | '4003'
  | '4004'
  | '4005'
  | '4042'
  | '4291'
  | '5000'
  | '5003'
  | '5004'
  | '4095'
  | '4043'
  | '2006'
  | '2011'
  | '2007'
  | '2009'
  | '4044'
  | '4045'
  | '2001'
  | '2003'
  | '2004'
  | '2012'
  | '2008'
  | '3001'
  | '3101'
  | '3102'
  | '3103'
  | '3104'
  | '3201'
  | '3202'
  | '4292'
  | '5007'
  | '2013';

/** Every error code of the operations. */
export type OperationErrorCode =
  | MatchFacesErrorCode
  | CompareFacesErrorCode
  | GetImageAttrErrorCode
  | GetFaceVecErrorCode
  | RedactErrorCode
  | OpenLivenessSessionErrorCode
  | CheckLivenessErrorCode
  | CollectionErrorCode;
