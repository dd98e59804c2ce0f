// Generated from the OpenAPI document of the service by `npm run client:types`; do not edit.
import type { ObjectShape } from '../shape.js';
import type { Responses } from './api-types.js';

/** Where each operation is, and the fields of its images. */
export const OPERATIONS = {
  "matchFaces": {
    "method": "POST",
    "path": "/match_faces",
    "fields": [
      "img_1",
      "img_2"
    ]
  },
  "compareFaces": {
    "method": "POST",
    "path": "/compare_faces",
    "fields": [
      "img_1",
      "img_2"
    ]
  },
  "getImageAttr": {
    "method": "POST",
    "path": "/get_image_attr",
    "fields": [
      "image_attr"
    ]
  },
  "getFaceVec": {
    "method": "POST",
    "path": "/get_face_vec",
    "fields": [
      "img"
    ]
  },
  "redact": {
    "method": "POST",
    "path": "/redact",
    "fields": [
      "img"
    ]
  },
  "openLivenessSession": {
    "method": "POST",
    "path": "/liveness_session",
    "fields": []
  },
  "checkLiveness": {
    "method": "POST",
    "path": "/check_liveness",
    "fields": [
      "img"
    ]
  },
  "listCollections": {
    "method": "GET",
    "path": "/collections",
    "fields": []
  },
  "putCollection": {
    "method": "PUT",
    "path": "/collections/{collection}",
    "fields": []
  },
  "showCollection": {
    "method": "GET",
    "path": "/collections/{collection}",
    "fields": []
  },
  "deleteCollection": {
    "method": "DELETE",
    "path": "/collections/{collection}",
    "fields": []
  },
  "listPeople": {
    "method": "GET",
    "path": "/collections/{collection}/people",
    "fields": []
  },
  "putPerson": {
    "method": "PUT",
    "path": "/collections/{collection}/people/{person}",
    "fields": []
  },
  "showPerson": {
    "method": "GET",
    "path": "/collections/{collection}/people/{person}",
    "fields": []
  },
  "deletePerson": {
    "method": "DELETE",
    "path": "/collections/{collection}/people/{person}",
    "fields": []
  },
  "mergePeople": {
    "method": "POST",
    "path": "/collections/{collection}/people/{person}/merge",
    "fields": []
  },
  "showFace": {
    "method": "GET",
    "path": "/collections/{collection}/people/{person}/faces/{face}",
    "fields": []
  },
  "deleteFace": {
    "method": "DELETE",
    "path": "/collections/{collection}/people/{person}/faces/{face}",
    "fields": []
  },
  "moveFace": {
    "method": "POST",
    "path": "/collections/{collection}/people/{person}/faces/{face}/move",
    "fields": []
  },
  "enrolFace": {
    "method": "POST",
    "path": "/collections/{collection}/people/{person}/faces",
    "fields": [
      "img"
    ]
  },
  "searchFaces": {
    "method": "POST",
    "path": "/collections/{collection}/search",
    "fields": [
      "img"
    ]
  },
  "verifyPerson": {
    "method": "POST",
    "path": "/collections/{collection}/people/{person}/verify",
    "fields": [
      "img"
    ]
  },
  "exportCollection": {
    "method": "GET",
    "path": "/collections/{collection}/export",
    "fields": []
  },
  "importCollection": {
    "method": "POST",
    "path": "/collections/{collection}/import",
    "fields": []
  }
} as const;
/** How many numbers a face vector has. */
export const VECTOR_LENGTH = 128;
/** How many images one request may hold. */
export const MAX_BATCH_IMAGES = 32;
export const LandmarkPoint: ObjectShape = { fields: { x: 'number', y: 'number' } };
export const FaceLandmarks: ObjectShape = { fields: { face_endpoint_0: LandmarkPoint, face_endpoint_1: LandmarkPoint, face_endpoint_2: LandmarkPoint, face_endpoint_3: LandmarkPoint, face_endpoint_4: LandmarkPoint, face_endpoint_5: LandmarkPoint, face_endpoint_6: LandmarkPoint, face_endpoint_7: LandmarkPoint, chin: LandmarkPoint, face_endpoint_9: LandmarkPoint, face_endpoint_10: LandmarkPoint, face_endpoint_11: LandmarkPoint, face_endpoint_12: LandmarkPoint, face_endpoint_13: LandmarkPoint, face_endpoint_14: LandmarkPoint, face_endpoint_15: LandmarkPoint, face_endpoint_16: LandmarkPoint, leftEyebrowLeftCorner: LandmarkPoint, leftEyebrowMiddle3: LandmarkPoint, leftEyebrowMiddle2: LandmarkPoint, leftEyebrowMiddle1: LandmarkPoint, leftEyebrowRightCorner: LandmarkPoint, rightEyebrowLeftCorner: LandmarkPoint, rightEyebrowMiddle3: LandmarkPoint, rightEyebrowMiddle2: LandmarkPoint, rightEyebrowMiddle1: LandmarkPoint, rightEyebrowRightCorner: LandmarkPoint, noseTop1: LandmarkPoint, noseTop2: LandmarkPoint, noseLower1: LandmarkPoint, noseLower2: LandmarkPoint, noseRootLeft: LandmarkPoint, nosePoint1: LandmarkPoint, noseTip: LandmarkPoint, nosePoint3: LandmarkPoint, noseRootRight: LandmarkPoint, leftEyeLeftCorner: LandmarkPoint, leftEyeTop2: LandmarkPoint, leftEyeTop1: LandmarkPoint, leftEyeRightCorner: LandmarkPoint, leftEyeBottom1: LandmarkPoint, leftEyeBottom2: LandmarkPoint, rightEyeLeftCorner: LandmarkPoint, rightEyeTop1: LandmarkPoint, rightEyeTop2: LandmarkPoint, rightEyeRightCorner: LandmarkPoint, rightEyeBottom1: LandmarkPoint, rightEyeBottom2: LandmarkPoint, mouthLeft: LandmarkPoint, upperLipPoint1: LandmarkPoint, upperLipPoint2: LandmarkPoint, underLipPoint3: LandmarkPoint, underLipPoint4: LandmarkPoint, upperLipPoint5: LandmarkPoint, mouthRight: LandmarkPoint, LowerLipPoint4: LandmarkPoint, LowerLipPoint5: LandmarkPoint, LowerLipPoint6: LandmarkPoint, LowerLipPoint7: LandmarkPoint, LowerLipPoint8: LandmarkPoint, upperLipPoint6: LandmarkPoint, underLipPoint7: LandmarkPoint, underLipPoint8: LandmarkPoint, upperLipPoint9: LandmarkPoint, upperLipPoint10: LandmarkPoint, LowerLipPoint1: LandmarkPoint, LowerLipPoint2: LandmarkPoint, LowerLipPoint3: LandmarkPoint } };
export const HeadPose: ObjectShape = { fields: { yaw: 'number', pitch: 'number', roll: 'number' } };
export const FailedCondition: ObjectShape = { fields: { attribute: 'string', error: 'string', value: 'number', threshold: 'number' } };
export const FaceQuality: ObjectShape = { fields: { score: 'number', sharpness: 'number', illumination: 'number', evenness: 'number', size: { list: 'number', length: 2 }, failed: { list: FailedCondition } } };
export const FaceExpression: ObjectShape = { fields: { smile: 'number', mouth_opening: 'number', left_eye_opening: 'number', right_eye_opening: 'number', blendshapes: { fields: { browDownLeft: 'number', browDownRight: 'number', browInnerUp: 'number', browOuterUpLeft: 'number', browOuterUpRight: 'number', cheekPuff: 'number', cheekSquintLeft: 'number', cheekSquintRight: 'number', eyeBlinkLeft: 'number', eyeBlinkRight: 'number', eyeLookDownLeft: 'number', eyeLookDownRight: 'number', eyeLookInLeft: 'number', eyeLookInRight: 'number', eyeLookOutLeft: 'number', eyeLookOutRight: 'number', eyeLookUpLeft: 'number', eyeLookUpRight: 'number', eyeSquintLeft: 'number', eyeSquintRight: 'number', eyeWideLeft: 'number', eyeWideRight: 'number', jawForward: 'number', jawLeft: 'number', jawOpen: 'number', jawRight: 'number', mouthClose: 'number', mouthDimpleLeft: 'number', mouthDimpleRight: 'number', mouthFrownLeft: 'number', mouthFrownRight: 'number', mouthFunnel: 'number', mouthLeft: 'number', mouthLowerDownLeft: 'number', mouthLowerDownRight: 'number', mouthPressLeft: 'number', mouthPressRight: 'number', mouthPucker: 'number', mouthRight: 'number', mouthRollLower: 'number', mouthRollUpper: 'number', mouthShrugLower: 'number', mouthShrugUpper: 'number', mouthSmileLeft: 'number', mouthSmileRight: 'number', mouthStretchLeft: 'number', mouthStretchRight: 'number', mouthUpperUpLeft: 'number', mouthUpperUpRight: 'number', noseSneerLeft: 'number', noseSneerRight: 'number' } } } };
export const FaceAttributes: ObjectShape = { fields: { age: 'string', face_rectangle: { list: 'number', length: 4 }, gender: 'string', gender_confidence: 'number', landmarks: { fields: { faceLandMark: FaceLandmarks } } }, optional: { confidence: 'number', age_years: 'number', pose: HeadPose, quality: FaceQuality, expression: FaceExpression, aligned: 'string', aligned_alone: 'string', vector: { list: 'number', length: 128 }, spoof_score: 'number' } };
export const ImageFaces: ObjectShape = { fields: { image_size: { list: 'number', length: 2 } } };
export const CollectionDescription: ObjectShape = { fields: { collection: 'string', people: 'number', faces: 'number', model: { orNull: 'string' }, threshold: 'number', created_at: 'date' } };
export const PersonDescription: ObjectShape = { fields: { person: 'string', display_name: { orNull: 'string' }, metadata: 'any', consent: { orNull: 'string' }, expires_at: { orNull: 'date' }, faces: 'number', created_at: 'date' } };
export const FaceDescription: ObjectShape = { fields: { face: 'string', created_at: 'date' } };
export const MatchedPerson: ObjectShape = { fields: { person: 'string', display_name: { orNull: 'string' }, collection: 'string', distance: 'number', false_match_rate: 'number' } };
/** The data of each response. */
export const DATA: Readonly<Record<keyof Responses, ObjectShape>> = {
  matchFaces: { fields: { score: 'string', status: 'string' }, optional: { details: { fields: { distance: 'number', threshold: 'number', similarity: 'number', false_match_rate: 'number' }, optional: { face_rectangle_1: { list: 'number', length: 4 }, face_rectangle_2: { list: 'number', length: 4 } } }, faces: { list: { fields: { score: 'string', status: 'string', face_rectangle: { list: 'number', length: 4 } }, optional: { details: { fields: { distance: 'number', threshold: 'number', similarity: 'number', false_match_rate: 'number' } } } } } } },
  compareFaces: { fields: { confidence: 'string' } },
  getImageAttr: { fields: { attributes: ImageFaces } },
  getFaceVec: { fields: { vector: { list: 'number', length: 128 } }, optional: { confidence: 'number', pose: HeadPose, quality: FaceQuality, expression: FaceExpression, aligned: 'string', aligned_alone: 'string' } },
  openLivenessSession: { fields: { session: 'string', steps: { list: 'string' }, expires_at: 'date' } },
  checkLiveness: { fields: { live: 'boolean', reason: { orNull: 'string' }, explanation: { orNull: 'string' }, steps: { list: { fields: { action: 'string', done: 'boolean', frame: { orNull: 'number' } } } }, scores: { fields: { challenge: 'number', spoof: { orNull: 'number' } } }, best_frame: { orNull: 'number' } }, optional: { vector: { list: 'number', length: 128 }, match: { fields: { score: 'string', status: 'string' } } } },
  listCollections: { fields: { collections: { list: CollectionDescription }, used: { fields: { collections: 'number', people: 'number', faces: 'number' } }, limits: { fields: { collections: { orNull: 'number' }, people: { orNull: 'number' }, faces: { orNull: 'number' } } } } },
  putCollection: { fields: { collection: CollectionDescription, limits: { fields: { collections: { orNull: 'number' }, people: { orNull: 'number' }, faces: { orNull: 'number' } } } } },
  showCollection: { fields: { collection: CollectionDescription, limits: { fields: { collections: { orNull: 'number' }, people: { orNull: 'number' }, faces: { orNull: 'number' } } } } },
  deleteCollection: { fields: { deleted: { fields: { people: 'number', faces: 'number' } } } },
  listPeople: { fields: { people: { list: PersonDescription }, next: { orNull: 'string' } } },
  putPerson: { fields: { person: PersonDescription } },
  showPerson: { fields: { person: PersonDescription, faces: { list: FaceDescription } } },
  deletePerson: { fields: { deleted: { fields: { faces: 'number' } } } },
  mergePeople: { fields: { moved: 'number' } },
  showFace: { fields: { face: FaceDescription } },
  deleteFace: { fields: { deleted: { fields: { faces: 'number' } } } },
  moveFace: { fields: { face: 'string', person: 'string' } },
  enrolFace: { fields: { face: 'string', person: 'string', is_new: 'boolean', duplicates: { list: MatchedPerson } }, optional: { face_rectangle: { list: 'number', length: 4 } } },
  searchFaces: { fields: { faces: { list: { fields: { identified: 'boolean', matches: { list: MatchedPerson } }, optional: { face_rectangle: { list: 'number', length: 4 } } } }, threshold: 'number' } },
  verifyPerson: { fields: { verified: 'boolean', distance: 'number', false_match_rate: 'number', threshold: 'number' }, optional: { face_rectangle: { list: 'number', length: 4 } } },
  importCollection: { fields: { people: 'number', faces: 'number' } },
};
