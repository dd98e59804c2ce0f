// Generated from the OpenAPI document of the service by `npm run client:types`; do not edit.

interface components {
    schemas: {
        /** @description The response to a request that was rejected or failed. The code tells which; the message what to do. */
        readonly ErrorEnvelope: {
            /** @constant */
            readonly status: "error";
            readonly code: string;
            /** @constant */
            readonly success: false;
            readonly message: string;
            readonly data: {
                readonly [key: string]: unknown;
            };
        };
        /** @description One entry `face_id_<n>` for each face, and `image_size`. Detected faces are numbered by prominence, given boxes in their order. */
        readonly ImageFaces: {
            /** @description Height, then width, in pixels. */
            readonly image_size: readonly [
                number,
                number
            ];
            readonly [key: `face_id_${number}`]: components["schemas"]["FaceAttributes"];
        };
        readonly FaceAttributes: {
            /**
             * @description The range that holds the estimated age; its lower bound is inclusive.
             * @enum {string}
             */
            readonly age: "0-10" | "10-20" | "20-40" | "40-60" | "60-100";
            /** @description x1, y1, x2, y2 in pixels; may be used as `bboxes`. */
            readonly face_rectangle: readonly [
                number,
                number,
                number,
                number
            ];
            /** @enum {string} */
            readonly gender: "male" | "female";
            readonly gender_confidence: number;
            readonly landmarks: {
                readonly faceLandMark: components["schemas"]["FaceLandmarks"];
            };
            /** @description How sure the service is that this is a face, 0 to 1. */
            readonly confidence?: number;
            /** @description The estimated age in years, within the range of `age`. */
            readonly age_years?: number;
            readonly pose?: components["schemas"]["HeadPose"];
            readonly quality?: components["schemas"]["FaceQuality"];
            readonly expression?: components["schemas"]["FaceExpression"];
            /**
             * Format: base64
             * @description The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black.
             */
            readonly aligned?: string;
            /**
             * Format: base64
             * @description The same, black outside the outline of the face, so that nobody else is in it.
             */
            readonly aligned_alone?: string;
            /** @description The 128 numbers of Face Vector; the header X-Facet-Model names their model. Only the first 8 faces have them, or as many as `max_faces` says. */
            readonly vector?: readonly number[];
            /** @description How much the face looks like a photo or a screen, 0 to 1, in this picture alone. A hint, never a verdict: it is wrong for every sixth attack, and often on press photos. Only the first 4 faces have it. */
            readonly spoof_score?: number;
        };
        /** @description All 68 points by name. */
        readonly FaceLandmarks: {
            readonly face_endpoint_0: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_1: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_2: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_3: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_4: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_5: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_6: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_7: components["schemas"]["LandmarkPoint"];
            readonly chin: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_9: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_10: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_11: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_12: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_13: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_14: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_15: components["schemas"]["LandmarkPoint"];
            readonly face_endpoint_16: components["schemas"]["LandmarkPoint"];
            readonly leftEyebrowLeftCorner: components["schemas"]["LandmarkPoint"];
            readonly leftEyebrowMiddle3: components["schemas"]["LandmarkPoint"];
            readonly leftEyebrowMiddle2: components["schemas"]["LandmarkPoint"];
            readonly leftEyebrowMiddle1: components["schemas"]["LandmarkPoint"];
            readonly leftEyebrowRightCorner: components["schemas"]["LandmarkPoint"];
            readonly rightEyebrowLeftCorner: components["schemas"]["LandmarkPoint"];
            readonly rightEyebrowMiddle3: components["schemas"]["LandmarkPoint"];
            readonly rightEyebrowMiddle2: components["schemas"]["LandmarkPoint"];
            readonly rightEyebrowMiddle1: components["schemas"]["LandmarkPoint"];
            readonly rightEyebrowRightCorner: components["schemas"]["LandmarkPoint"];
            readonly noseTop1: components["schemas"]["LandmarkPoint"];
            readonly noseTop2: components["schemas"]["LandmarkPoint"];
            readonly noseLower1: components["schemas"]["LandmarkPoint"];
            readonly noseLower2: components["schemas"]["LandmarkPoint"];
            readonly noseRootLeft: components["schemas"]["LandmarkPoint"];
            readonly nosePoint1: components["schemas"]["LandmarkPoint"];
            readonly noseTip: components["schemas"]["LandmarkPoint"];
            readonly nosePoint3: components["schemas"]["LandmarkPoint"];
            readonly noseRootRight: components["schemas"]["LandmarkPoint"];
            readonly leftEyeLeftCorner: components["schemas"]["LandmarkPoint"];
            readonly leftEyeTop2: components["schemas"]["LandmarkPoint"];
            readonly leftEyeTop1: components["schemas"]["LandmarkPoint"];
            readonly leftEyeRightCorner: components["schemas"]["LandmarkPoint"];
            readonly leftEyeBottom1: components["schemas"]["LandmarkPoint"];
            readonly leftEyeBottom2: components["schemas"]["LandmarkPoint"];
            readonly rightEyeLeftCorner: components["schemas"]["LandmarkPoint"];
            readonly rightEyeTop1: components["schemas"]["LandmarkPoint"];
            readonly rightEyeTop2: components["schemas"]["LandmarkPoint"];
            readonly rightEyeRightCorner: components["schemas"]["LandmarkPoint"];
            readonly rightEyeBottom1: components["schemas"]["LandmarkPoint"];
            readonly rightEyeBottom2: components["schemas"]["LandmarkPoint"];
            readonly mouthLeft: components["schemas"]["LandmarkPoint"];
            readonly upperLipPoint1: components["schemas"]["LandmarkPoint"];
            readonly upperLipPoint2: components["schemas"]["LandmarkPoint"];
            readonly underLipPoint3: components["schemas"]["LandmarkPoint"];
            readonly underLipPoint4: components["schemas"]["LandmarkPoint"];
            readonly upperLipPoint5: components["schemas"]["LandmarkPoint"];
            readonly mouthRight: components["schemas"]["LandmarkPoint"];
            readonly LowerLipPoint4: components["schemas"]["LandmarkPoint"];
            readonly LowerLipPoint5: components["schemas"]["LandmarkPoint"];
            readonly LowerLipPoint6: components["schemas"]["LandmarkPoint"];
            readonly LowerLipPoint7: components["schemas"]["LandmarkPoint"];
            readonly LowerLipPoint8: components["schemas"]["LandmarkPoint"];
            readonly upperLipPoint6: components["schemas"]["LandmarkPoint"];
            readonly underLipPoint7: components["schemas"]["LandmarkPoint"];
            readonly underLipPoint8: components["schemas"]["LandmarkPoint"];
            readonly upperLipPoint9: components["schemas"]["LandmarkPoint"];
            readonly upperLipPoint10: components["schemas"]["LandmarkPoint"];
            readonly LowerLipPoint1: components["schemas"]["LandmarkPoint"];
            readonly LowerLipPoint2: components["schemas"]["LandmarkPoint"];
            readonly LowerLipPoint3: components["schemas"]["LandmarkPoint"];
        };
        /** @description A point in pixels of the upright image. */
        readonly LandmarkPoint: {
            readonly x: number;
            readonly y: number;
        };
        /** @description In degrees: `yaw` (above 0: the nose points to the left of the image), `pitch` (above 0: up) and `roll` (above 0: the head leans clockwise). */
        readonly HeadPose: {
            readonly yaw: number;
            readonly pitch: number;
            readonly roll: number;
        };
        /** @description `score`, that of the weakest measure; `sharpness` and `evenness` from 0 to 1; `illumination` from 0 to 255; `size`; and `failed`, the conditions of `quality=1` that the face does not meet. */
        readonly FaceQuality: {
            /** @description All measures in one number: how good the weakest of them is. */
            readonly score: number;
            /** @description How much fine detail the face shows; below 0.35 it is blurred. */
            readonly sharpness: number;
            /** @description Mean luma over the face (BT.601). */
            readonly illumination: number;
            /** @description Mean luma of the darker half of the face relative to the brighter one. */
            readonly evenness: number;
            /** @description Width, then height of the face rectangle, in pixels. */
            readonly size: readonly [
                number,
                number
            ];
            /** @description The conditions of `quality=1` on Face Vector that the face does not meet; empty if it passes. */
            readonly failed: readonly components["schemas"]["FailedCondition"][];
        };
        /** @description A condition of `quality=1` that the face does not meet. */
        readonly FailedCondition: {
            /** @enum {string} */
            readonly attribute: "Image size" | "Lighting" | "Pose";
            /** @enum {string} */
            readonly error: "Face too Small" | "Low Illumination" | "Incorrect Pose";
            readonly value: number;
            readonly threshold: number;
        };
        /** @description `smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, 51 scores of single movements, named as in MediaPipe. Left and right are the person's own, unlike those of the landmarks. How a face moves is not how a person feels: the EU AI Act, Article 5(1)(f), forbids inferring emotions at work and in education, except for medical or safety reasons. */
        readonly FaceExpression: {
            readonly smile: number;
            /** @description The gap between the lips relative to the width of the mouth; from 0.1 on it is open. */
            readonly mouth_opening: number;
            /** @description The gap between the lids relative to the width of the eye; below 0.16 it is closed. */
            readonly left_eye_opening: number;
            readonly right_eye_opening: number;
            /** @description Scores from 0 to 1, with the names of ARKit and MediaPipe. */
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
        };
        readonly CollectionDescription: {
            /** @example office */
            readonly collection: string;
            /** @example 300 */
            readonly people: number;
            /** @example 900 */
            readonly faces: number;
            /** @description The model that made the vectors; `null` while there are none. */
            readonly model: string | null;
            /**
             * @description How near a face must be to identify somebody; it falls as the collection grows.
             * @example 0.467
             */
            readonly threshold: number;
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly PersonDescription: {
            /** @example ada */
            readonly person: string;
            /** @example Ada Lovelace */
            readonly display_name: string | null;
            /**
             * @description As you gave it; `null` without.
             * @example {
             *       "room": 12
             *     }
             */
            readonly metadata: unknown;
            /** @description Your reference to the consent given. */
            readonly consent: string | null;
            /** @description When the person and their faces are deleted. */
            readonly expires_at: string | null;
            /** @example 3 */
            readonly faces: number;
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly FaceDescription: {
            /** @example 17 */
            readonly face: string;
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly MatchedPerson: {
            /** @example ada */
            readonly person: string;
            /** @example Ada Lovelace */
            readonly display_name: string | null;
            /** @example office */
            readonly collection: string;
            /**
             * @description Euclidean distance, 0 to 0.9.
             * @example 0.31
             */
            readonly distance: number;
            /**
             * @description How often somebody who is not enrolled would be at least as near to anybody in a collection of this size.
             * @example 0.00001
             */
            readonly false_match_rate: number;
        };
        readonly MatchFacesQuery: {
            /**
             * @description The face to use in img_1: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.
             * @example 150,80,270,240
             */
            readonly bboxes_1?: string;
            /**
             * @description The face to use in img_2: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.
             * @example 150,80,270,240
             */
            readonly bboxes_2?: string;
            /**
             * @description 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.
             * @default 1
             * @enum {string}
             */
            readonly face_det?: "0" | "1";
            /**
             * @description 1 adds `details`: the rectangles of both faces, the distance and its threshold as numbers, a similarity in per cent, and the false match rate of the distance.
             * @default 0
             * @enum {string}
             */
            readonly details?: "0" | "1";
            /**
             * @description 1 compares the face of img_1 with every face of img_2 (at most the 12 most prominent) and adds `faces`, the nearest first. `score` and `status` are those of the nearest. Not with bboxes_2 or vec_2.
             * @default 0
             * @enum {string}
             */
            readonly all?: "0" | "1";
        };
        readonly MatchFacesJson: {
            /** @description The image of the first person. Base64, a data: URL, or an http(s) URL. */
            readonly img_1?: string;
            /** @description A stored vector of Face Vector, in place of img_1. */
            readonly vec_1?: readonly number[];
            /** @description The image of the second person. Base64, a data: URL, or an http(s) URL. */
            readonly img_2?: string;
            /** @description A stored vector of Face Vector, in place of img_2. */
            readonly vec_2?: readonly number[];
        };
        readonly MatchFacesForm: {
            /**
             * Format: binary
             * @description The image of the first person. A file, or a text part with Base64 or an image URL.
             */
            readonly img_1?: Blob | string;
            /** @description A stored vector of Face Vector, in place of img_1. A JSON array of 128 numbers. */
            readonly vec_1?: string;
            /**
             * Format: binary
             * @description The image of the second person. A file, or a text part with Base64 or an image URL.
             */
            readonly img_2?: Blob | string;
            /** @description A stored vector of Face Vector, in place of img_2. A JSON array of 128 numbers. */
            readonly vec_2?: string;
        };
        /** @description Face Match */
        readonly MatchFacesResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Fetched confidence value.";
            readonly data: {
                /** @description Euclidean distance of the two faces, 0 to 0.9. Below 0.5 they are the same person. */
                readonly score: string;
                /** @enum {string} */
                readonly status: "match" | "not a match";
                /** @description With details=1. */
                readonly details?: {
                    /** @description The score as a number. */
                    readonly distance: number;
                    /** @description Below this distance it is a match. */
                    readonly threshold: number;
                    /** @description Per cent: 100 at distance 0, 60 at 0.5, 0 at 0.9, straight lines between. Above 60 it is a match. */
                    readonly similarity: number;
                    /** @description The share of pairs of different people that are at least as near, by 1.2 million measured pairs. Below 0.00001 it is extrapolated, and it is never stated as less than 1e-10. */
                    readonly false_match_rate: number;
                    /** @description The face in img_1: x1, y1, x2, y2 in pixels. Left out for a stored vector. */
                    readonly face_rectangle_1?: readonly [
                        number,
                        number,
                        number,
                        number
                    ];
                    /** @description The face in img_2: x1, y1, x2, y2 in pixels. Left out for a stored vector. */
                    readonly face_rectangle_2?: readonly [
                        number,
                        number,
                        number,
                        number
                    ];
                };
                /** @description With all=1: the faces of img_2, at most the 12 most prominent; the nearest first. */
                readonly faces?: readonly {
                    /** @description Euclidean distance of the two faces, 0 to 0.9. Below 0.5 they are the same person. */
                    readonly score: string;
                    /** @enum {string} */
                    readonly status: "match" | "not a match";
                    /** @description The face in img_2: x1, y1, x2, y2 in pixels. */
                    readonly face_rectangle: readonly [
                        number,
                        number,
                        number,
                        number
                    ];
                    readonly details?: {
                        /** @description The score as a number. */
                        readonly distance: number;
                        /** @description Below this distance it is a match. */
                        readonly threshold: number;
                        /** @description Per cent: 100 at distance 0, 60 at 0.5, 0 at 0.9, straight lines between. Above 60 it is a match. */
                        readonly similarity: number;
                        /** @description The share of pairs of different people that are at least as near, by 1.2 million measured pairs. Below 0.00001 it is extrapolated, and it is never stated as less than 1e-10. */
                        readonly false_match_rate: number;
                    };
                }[];
            };
        };
        readonly CompareFacesQuery: {
            /**
             * @description The face to use in img_1: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.
             * @example 150,80,270,240
             */
            readonly bboxes_1?: string;
            /**
             * @description The face to use in img_2: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.
             * @example 150,80,270,240
             */
            readonly bboxes_2?: string;
            /**
             * @description 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.
             * @default 1
             * @enum {string}
             */
            readonly face_det?: "0" | "1";
        };
        readonly CompareFacesJson: {
            /** @description The image of the first person. Base64, a data: URL, or an http(s) URL. */
            readonly img_1: string;
            /** @description The image of the second person. Base64, a data: URL, or an http(s) URL. */
            readonly img_2: string;
        };
        readonly CompareFacesForm: {
            /**
             * Format: binary
             * @description The image of the first person. A file, or a text part with Base64 or an image URL.
             */
            readonly img_1: Blob | string;
            /**
             * Format: binary
             * @description The image of the second person. A file, or a text part with Base64 or an image URL.
             */
            readonly img_2: Blob | string;
        };
        /** @description Face Compare */
        readonly CompareFacesResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Fetched confidence value.";
            readonly data: {
                /** @description How sure it is that both show the same person, 0 to 1. Above 0.6 they match. */
                readonly confidence: string;
            };
        };
        readonly GetImageAttrQuery: {
            /**
             * @description 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.
             * @default 1
             * @enum {string}
             */
            readonly face_det?: "0" | "1";
            /**
             * @description The faces to analyse: x1,y1,x2,y2 in pixels of the upright image, several (at most 24) joined by & (raw or as %26, or with the parameter repeated). The faces keep this order. No detection runs then.
             * @example 150,80,270,240&300,90,400,210
             */
            readonly bboxes?: string;
            /** @description The maximum number of faces, the most prominent ones; 40 by default. With 1, the search ends at the first face, which makes the call faster. With return_attributes=vector, so many faces get a vector, and every 8 of them, or part of 8, count as a call of the plan. Has no effect on faces that boxes name. */
            readonly max_faces?: number;
            /** @description Only faces whose `face_rectangle` is at least this many pixels wide and high. Has no effect on faces that boxes name. */
            readonly min_face_size?: number;
            /**
             * @description What to return beyond the usual fields, joined by commas: confidence, age_years, pose, quality, expression, aligned, aligned_alone, vector, spoof_score. `return` is a short form of its name.
             * @example vector,spoof_score
             */
            readonly return_attributes?: string;
        };
        readonly GetImageAttrJson: {
            /** @description The image to analyse. Base64, a data: URL, or an http(s) URL; or a list of up to 32 of them, each of which is a call of its own. */
            readonly image_attr: string | readonly string[];
        };
        readonly GetImageAttrForm: {
            /**
             * Format: binary
             * @description The image to analyse. A file, or a text part with Base64 or an image URL.
             */
            readonly image_attr: Blob | string;
        };
        /** @description Image Attributes */
        readonly GetImageAttrResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Fetched attributes.";
            readonly data: {
                readonly attributes: components["schemas"]["ImageFaces"];
            };
        };
        /** @description Image Attributes of a list */
        readonly GetImageAttrBatchResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Fetched attributes.";
            readonly data: {
                /** @description For a list of images: one envelope for each, in their order, as a call of its own would have had. */
                readonly results: readonly ({
                    /** @constant */
                    readonly status: "ok";
                    /** @constant */
                    readonly code: "1000";
                    /** @constant */
                    readonly success: true;
                    /** @constant */
                    readonly message: "Fetched attributes.";
                    readonly data: {
                        readonly attributes: components["schemas"]["ImageFaces"];
                    };
                } | components["schemas"]["ErrorEnvelope"])[];
            };
        };
        readonly GetFaceVecQuery: {
            /**
             * @description The face to use in img: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.
             * @example 150,80,270,240
             */
            readonly bboxes?: string;
            /**
             * @description 1 gives a vector only for a face of at least 60x60 pixels, illumination 70 and a yaw of at most 50. 2 is a strict check of photos for enrolment: one face, large, sharp, evenly lit, frontal, eyes open, mouth closed.
             * @default 0
             * @enum {string}
             */
            readonly quality?: "0" | "1" | "2";
            /**
             * @description 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.
             * @default 1
             * @enum {string}
             */
            readonly face_det?: "0" | "1";
            /**
             * @description What to return beyond the usual fields, joined by commas: confidence, pose, quality, expression, aligned, aligned_alone. `return` is a short form of its name.
             * @example aligned,aligned_alone
             */
            readonly return_attributes?: string;
        };
        readonly GetFaceVecJson: {
            /** @description The image with the face. Base64, a data: URL, or an http(s) URL; or a list of up to 32 of them, each of which is a call of its own. */
            readonly img: string | readonly string[];
        };
        readonly GetFaceVecForm: {
            /**
             * Format: binary
             * @description The image with the face. A file, or a text part with Base64 or an image URL.
             */
            readonly img: Blob | string;
        };
        /** @description Face Vector */
        readonly GetFaceVecResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Fetched vector data.";
            readonly data: {
                /** @description The vector of the face. Two vectors of the same model less than 0.5 apart show the same person. */
                readonly vector: readonly number[];
                /** @description How sure the service is that this is a face, 0 to 1. */
                readonly confidence?: number;
                readonly pose?: components["schemas"]["HeadPose"];
                readonly quality?: components["schemas"]["FaceQuality"];
                readonly expression?: components["schemas"]["FaceExpression"];
                /**
                 * Format: base64
                 * @description The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black.
                 */
                readonly aligned?: string;
                /**
                 * Format: base64
                 * @description The same, black outside the outline of the face, so that nobody else is in it.
                 */
                readonly aligned_alone?: string;
            };
        };
        /** @description Face Vector of a list */
        readonly GetFaceVecBatchResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Fetched vector data.";
            readonly data: {
                /** @description For a list of images: one envelope for each, in their order, as a call of its own would have had. */
                readonly results: readonly ({
                    /** @constant */
                    readonly status: "ok";
                    /** @constant */
                    readonly code: "1000";
                    /** @constant */
                    readonly success: true;
                    /** @constant */
                    readonly message: "Fetched vector data.";
                    readonly data: {
                        /** @description The vector of the face. Two vectors of the same model less than 0.5 apart show the same person. */
                        readonly vector: readonly number[];
                        /** @description How sure the service is that this is a face, 0 to 1. */
                        readonly confidence?: number;
                        readonly pose?: components["schemas"]["HeadPose"];
                        readonly quality?: components["schemas"]["FaceQuality"];
                        readonly expression?: components["schemas"]["FaceExpression"];
                        /**
                         * Format: base64
                         * @description The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black.
                         */
                        readonly aligned?: string;
                        /**
                         * Format: base64
                         * @description The same, black outside the outline of the face, so that nobody else is in it.
                         */
                        readonly aligned_alone?: string;
                    };
                } | components["schemas"]["ErrorEnvelope"])[];
            };
        };
        readonly RedactQuery: {
            /**
             * @description Large squares, a strong blur, or a black area.
             * @default pixelate
             * @enum {string}
             */
            readonly style?: "pixelate" | "blur" | "box";
            /**
             * @description What to redact: the rectangle of the face, or only what its outline holds. The hair and ears around an outline may still tell who it is.
             * @default rectangle
             * @enum {string}
             */
            readonly shape?: "rectangle" | "outline";
            /**
             * @description The faces to analyse: x1,y1,x2,y2 in pixels of the upright image, several (at most 24) joined by & (raw or as %26, or with the parameter repeated). The faces keep this order. No detection runs then.
             * @example 150,80,270,240&300,90,400,210
             */
            readonly bboxes?: string;
            /**
             * @description 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.
             * @default 1
             * @enum {string}
             */
            readonly face_det?: "0" | "1";
            /** @description The maximum number of faces, the most prominent ones; 40 by default. With 1, the search ends at the first face, which makes the call faster. With return_attributes=vector, so many faces get a vector, and every 8 of them, or part of 8, count as a call of the plan. Has no effect on faces that boxes name. */
            readonly max_faces?: number;
            /** @description Only faces whose `face_rectangle` is at least this many pixels wide and high. Has no effect on faces that boxes name. */
            readonly min_face_size?: number;
        };
        readonly RedactJson: {
            /** @description The image with the faces. Base64, a data: URL, or an http(s) URL. */
            readonly img: string;
        };
        readonly RedactForm: {
            /**
             * Format: binary
             * @description The image with the faces. A file, or a text part with Base64 or an image URL.
             */
            readonly img: Blob | string;
        };
        readonly OpenLivenessSessionJson: {
            /** @description The movements to choose from, at least 3 different ones, for people who cannot do some. All by default. Include a turn: no flat picture can do it. */
            readonly actions?: readonly ("turn_left" | "turn_right" | "look_up" | "look_down" | "open_mouth" | "smile" | "close_eyes" | "come_closer")[];
            /**
             * @description How many movements to ask for.
             * @default 3
             */
            readonly steps?: number;
            /** @description Your own reference for the person, such as a user id. After 5 sessions in 15 minutes that were not passed, the next ones have to wait, longer each time. Stored as a keyed hash. */
            readonly person?: string;
        };
        /** @description Liveness Session */
        readonly OpenLivenessSessionResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Opened liveness session.";
            readonly data: {
                /** @description To be sent with the frames. It works once, and only for the same account. */
                readonly session: string;
                /** @description The movements to perform in this order, each from looking at the camera and back again. Left and right are the person's own. */
                readonly steps: readonly ("turn_left" | "turn_right" | "look_up" | "look_down" | "open_mouth" | "smile" | "close_eyes" | "come_closer")[];
                /**
                 * Format: date-time
                 * @description When the session ends.
                 */
                readonly expires_at: string;
            };
        };
        readonly CheckLivenessQuery: {
            /**
             * @description 1 adds the vector of the best frame.
             * @default 0
             * @enum {string}
             */
            readonly return_vector?: "0" | "1";
        };
        readonly CheckLivenessJson: {
            /** @description The session of Liveness Session. */
            readonly session: string;
            /** @description The frames, 2 to 24, in their order. 640×480 pixels suffice. Base64. */
            readonly frames: readonly string[];
            /** @description The milliseconds of each frame since any moment, as a list or joined by commas. */
            readonly times: string | readonly number[];
            /** @description A photo of the person who is expected, to compare with. Base64, a data: URL, or an http(s) URL. */
            readonly img?: string;
            /** @description A stored vector of the person who is expected, in place of img. */
            readonly vec?: readonly number[];
        };
        readonly CheckLivenessForm: {
            /** @description The session of Liveness Session. */
            readonly session: string;
            /** @description The frames, 2 to 24, in their order. 640×480 pixels suffice. A part of this name for each. */
            readonly frames: readonly (Blob | string)[];
            /** @description The milliseconds of each frame since any moment, joined by commas. */
            readonly times: string;
            /**
             * Format: binary
             * @description A photo of the person who is expected, to compare with.
             */
            readonly img?: Blob | string;
            /** @description A stored vector of the person who is expected, in place of img. A JSON array of 128 numbers. */
            readonly vec?: string;
        };
        /** @description Liveness Check */
        readonly CheckLivenessResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Checked liveness.";
            readonly data: {
                /** @description Whether one person was in front of the camera and made the movements of the session. */
                readonly live: boolean;
                /** @description Why not; null if `live`. */
                readonly reason: ("frame_times" | "no_face" | "several_faces" | "face_too_small" | "repeated_frames" | "cut" | "not_facing_camera" | "wrong_movement" | "step_missing" | "flat" | "still_photo" | "several_people" | "spoof") | null;
                /** @description The reason in plain words; null if `live`. */
                readonly explanation: string | null;
                readonly steps: readonly {
                    /** @enum {string} */
                    readonly action: "turn_left" | "turn_right" | "look_up" | "look_down" | "open_mouth" | "smile" | "close_eyes" | "come_closer";
                    readonly done: boolean;
                    /** @description The frame in which the movement was complete, from 0. */
                    readonly frame: number | null;
                }[];
                readonly scores: {
                    /** @description The share of the movements that were seen. */
                    readonly challenge: number;
                    /** @description How much single frames look like a picture of a face. Null if no frame shows one. A hint: it rejects only from 0.7 on. */
                    readonly spoof: number | null;
                };
                /** @description The frame that shows the face best, from 0; null if none does. */
                readonly best_frame: number | null;
                /** @description With return_vector=1: the vector of the best frame, as Face Vector gives it. */
                readonly vector?: readonly number[];
                /** @description With `img` or `vec`: the best frame compared with it, as Face Match does. */
                readonly match?: {
                    readonly score: string;
                    /** @enum {string} */
                    readonly status: "match" | "not a match";
                };
            };
        };
        /** @description List the collections */
        readonly ListCollectionsResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The collections.";
            readonly data: {
                readonly collections: readonly components["schemas"]["CollectionDescription"][];
                readonly used: {
                    readonly collections: number;
                    readonly people: number;
                    readonly faces: number;
                };
                /** @description What the plan allows in all collections of the account together. */
                readonly limits: {
                    /** @description `null`: without a limit. */
                    readonly collections: number | null;
                    /** @description `null`: without a limit. */
                    readonly people: number | null;
                    /** @description `null`: without a limit. */
                    readonly faces: number | null;
                };
            };
        };
        /** @description Create a collection */
        readonly PutCollectionResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The collection is there.";
            readonly data: {
                readonly collection: components["schemas"]["CollectionDescription"];
                /** @description What the plan allows in all collections of the account together. */
                readonly limits: {
                    /** @description `null`: without a limit. */
                    readonly collections: number | null;
                    /** @description `null`: without a limit. */
                    readonly people: number | null;
                    /** @description `null`: without a limit. */
                    readonly faces: number | null;
                };
            };
        };
        /** @description Describe a collection */
        readonly ShowCollectionResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The collection.";
            readonly data: {
                readonly collection: components["schemas"]["CollectionDescription"];
                /** @description What the plan allows in all collections of the account together. */
                readonly limits: {
                    /** @description `null`: without a limit. */
                    readonly collections: number | null;
                    /** @description `null`: without a limit. */
                    readonly people: number | null;
                    /** @description `null`: without a limit. */
                    readonly faces: number | null;
                };
            };
        };
        /** @description Delete a collection */
        readonly DeleteCollectionResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The collection is deleted.";
            readonly data: {
                readonly deleted: {
                    readonly people: number;
                    readonly faces: number;
                };
            };
        };
        readonly ListPeopleQuery: {
            /** @description Only people whose id begins with this. */
            readonly prefix?: string;
            /** @description Where the page begins: `next` of the page before. */
            readonly after?: string;
            /**
             * @description How many people at most.
             * @default 100
             */
            readonly limit?: number;
        };
        /** @description List people */
        readonly ListPeopleResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The people.";
            readonly data: {
                readonly people: readonly components["schemas"]["PersonDescription"][];
                /** @description The value of `after` for the next page; `null` on the last one. */
                readonly next: string | null;
            };
        };
        readonly PutPersonJson: {
            /**
             * @description How to call the person in results.
             * @example Ada Lovelace
             */
            readonly display_name?: string | null;
            /**
             * @description Any JSON value of at most 1024 bytes.
             * @example {
             *       "room": 12
             *     }
             */
            readonly metadata?: unknown;
            /**
             * @description When the person and their faces are deleted; they are not found from then on.
             * @example 2027-01-31T00:00:00Z
             */
            readonly expires_at?: string | null;
            /**
             * @description Your reference to the consent that the person gave.
             * @example form 2026-117
             */
            readonly consent?: string | null;
        };
        /** @description Create or change a person */
        readonly PutPersonResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The person is there.";
            readonly data: {
                readonly person: components["schemas"]["PersonDescription"];
            };
        };
        /** @description Describe a person */
        readonly ShowPersonResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The person.";
            readonly data: {
                readonly person: components["schemas"]["PersonDescription"];
                readonly faces: readonly components["schemas"]["FaceDescription"][];
            };
        };
        /** @description Delete a person */
        readonly DeletePersonResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The person is deleted.";
            readonly data: {
                readonly deleted: {
                    readonly faces: number;
                };
            };
        };
        readonly MergePeopleJson: {
            /** @description The id of the person who is merged into this one. */
            readonly from: string;
        };
        /** @description Merge two people */
        readonly MergePeopleResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The people are merged.";
            readonly data: {
                /** @description How many faces were moved. */
                readonly moved: number;
            };
        };
        /** @description Describe a face */
        readonly ShowFaceResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The face.";
            readonly data: {
                readonly face: components["schemas"]["FaceDescription"];
            };
        };
        /** @description Delete a face */
        readonly DeleteFaceResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The face is deleted.";
            readonly data: {
                readonly deleted: {
                    readonly faces: number;
                };
            };
        };
        readonly MoveFaceJson: {
            /** @description The id of the person whose face it is. */
            readonly person: string;
        };
        /** @description Move a face to another person */
        readonly MoveFaceResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "The face is moved.";
            readonly data: {
                readonly face: string;
                readonly person: string;
            };
        };
        readonly EnrolFaceQuery: {
            /**
             * @description The face to use in img: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.
             * @example 150,80,270,240
             */
            readonly bboxes?: string;
            /**
             * @description As for Face Vector, but the default is 2, the check of photos for enrolment. Without effect on a stored vector. 1 gives a vector only for a face of at least 60x60 pixels, illumination 70 and a yaw of at most 50. 2 is a strict check of photos for enrolment: one face, large, sharp, evenly lit, frontal, eyes open, mouth closed.
             * @default 2
             * @enum {string}
             */
            readonly quality?: "0" | "1" | "2";
            /**
             * @description 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.
             * @default 1
             * @enum {string}
             */
            readonly face_det?: "0" | "1";
        };
        readonly EnrolFaceJson: {
            /** @description The image with the face. Base64, a data: URL, or an http(s) URL; or a list of up to 32 of them, each of which is a call of its own. */
            readonly img?: string | readonly string[];
            /** @description A stored vector of Face Vector, in place of img. */
            readonly vec?: readonly number[];
        };
        readonly EnrolFaceForm: {
            /**
             * Format: binary
             * @description The image with the face. A file, or a text part with Base64 or an image URL.
             */
            readonly img?: Blob | string;
            /** @description A stored vector of Face Vector, in place of img. A JSON array of 128 numbers. */
            readonly vec?: string;
        };
        /** @description Enrol a face */
        readonly EnrolFaceResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Face enrolled.";
            readonly data: {
                /**
                 * @description The id of the face.
                 * @example 17
                 */
                readonly face: string;
                /** @example ada */
                readonly person: string;
                /** @description False if the person had this very face already: a repeated call changes nothing. */
                readonly is_new: boolean;
                /** @description Other people of the collection who look the same: perhaps the same person under another id. */
                readonly duplicates: readonly components["schemas"]["MatchedPerson"][];
                /** @description Left out for a stored vector. */
                readonly face_rectangle?: readonly [
                    number,
                    number,
                    number,
                    number
                ];
            };
        };
        /** @description Enrol a face of a list */
        readonly EnrolFaceBatchResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Face enrolled.";
            readonly data: {
                /** @description For a list of images: one envelope for each, in their order, as a call of its own would have had. */
                readonly results: readonly ({
                    /** @constant */
                    readonly status: "ok";
                    /** @constant */
                    readonly code: "1000";
                    /** @constant */
                    readonly success: true;
                    /** @constant */
                    readonly message: "Face enrolled.";
                    readonly data: {
                        /**
                         * @description The id of the face.
                         * @example 17
                         */
                        readonly face: string;
                        /** @example ada */
                        readonly person: string;
                        /** @description False if the person had this very face already: a repeated call changes nothing. */
                        readonly is_new: boolean;
                        /** @description Other people of the collection who look the same: perhaps the same person under another id. */
                        readonly duplicates: readonly components["schemas"]["MatchedPerson"][];
                        /** @description Left out for a stored vector. */
                        readonly face_rectangle?: readonly [
                            number,
                            number,
                            number,
                            number
                        ];
                    };
                } | components["schemas"]["ErrorEnvelope"])[];
            };
        };
        readonly SearchFacesQuery: {
            /**
             * @description The face to use in img: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.
             * @example 150,80,270,240
             */
            readonly bboxes?: string;
            /**
             * @description 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.
             * @default 1
             * @enum {string}
             */
            readonly face_det?: "0" | "1";
            /**
             * @description 1 searches for every face of img, at most the 12 most prominent; each person is found once.
             * @default 0
             * @enum {string}
             */
            readonly all?: "0" | "1";
            /**
             * @description How many people at most for each face.
             * @default 5
             */
            readonly max_results?: number;
            /** @description Only people nearer than this, in place of the threshold by the size of the collection. */
            readonly threshold?: number;
            /**
             * @description More collections of the account to search, at most 7, joined by commas.
             * @example visitors,staff
             */
            readonly also?: string;
        };
        readonly SearchFacesJson: {
            /** @description The image with the face. Base64, a data: URL, or an http(s) URL. */
            readonly img?: string;
            /** @description A stored vector of Face Vector, in place of img. */
            readonly vec?: readonly number[];
        };
        readonly SearchFacesForm: {
            /**
             * Format: binary
             * @description The image with the face. A file, or a text part with Base64 or an image URL.
             */
            readonly img?: Blob | string;
            /** @description A stored vector of Face Vector, in place of img. A JSON array of 128 numbers. */
            readonly vec?: string;
        };
        /** @description Search a collection */
        readonly SearchFacesResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Searched.";
            readonly data: {
                readonly faces: readonly {
                    /** @description Left out for a stored vector. */
                    readonly face_rectangle?: readonly [
                        number,
                        number,
                        number,
                        number
                    ];
                    /** @description Whether somebody is nearer than the threshold. */
                    readonly identified: boolean;
                    /** @description The people nearer than the threshold, the nearest first. */
                    readonly matches: readonly components["schemas"]["MatchedPerson"][];
                }[];
                /**
                 * @description How near a face had to be: by the size of the collections, or as requested.
                 * @example 0.467
                 */
                readonly threshold: number;
            };
        };
        readonly VerifyPersonQuery: {
            /**
             * @description The face to use in img: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.
             * @example 150,80,270,240
             */
            readonly bboxes?: string;
            /**
             * @description 1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.
             * @default 1
             * @enum {string}
             */
            readonly face_det?: "0" | "1";
        };
        readonly VerifyPersonJson: {
            /** @description The image with the face. Base64, a data: URL, or an http(s) URL. */
            readonly img?: string;
            /** @description A stored vector of Face Vector, in place of img. */
            readonly vec?: readonly number[];
        };
        readonly VerifyPersonForm: {
            /**
             * Format: binary
             * @description The image with the face. A file, or a text part with Base64 or an image URL.
             */
            readonly img?: Blob | string;
            /** @description A stored vector of Face Vector, in place of img. A JSON array of 128 numbers. */
            readonly vec?: string;
        };
        /** @description Verify a person */
        readonly VerifyPersonResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Verified.";
            readonly data: {
                /** @description Whether the face is that of the person: nearer than the threshold. */
                readonly verified: boolean;
                /**
                 * @description To the nearest of the person’s faces.
                 * @example 0.31
                 */
                readonly distance: number;
                /**
                 * @description How often somebody else would be at least as near to any of the person’s faces.
                 * @example 1e-9
                 */
                readonly false_match_rate: number;
                /** @example 0.5 */
                readonly threshold: number;
                /** @description Left out for a stored vector. */
                readonly face_rectangle?: readonly [
                    number,
                    number,
                    number,
                    number
                ];
            };
        };
        /** @description Import people */
        readonly ImportCollectionResponse: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly code: "1000";
            /** @constant */
            readonly success: true;
            /** @constant */
            readonly message: "Imported.";
            readonly data: {
                /**
                 * @description People in the file, also those who have expired.
                 * @example 300
                 */
                readonly people: number;
                /**
                 * @description Faces that were added. Those that a person had already are not added again.
                 * @example 900
                 */
                readonly faces: number;
            };
        };
        readonly Responses: {
            readonly matchFaces: components["schemas"]["MatchFacesResponse"];
            readonly compareFaces: components["schemas"]["CompareFacesResponse"];
            readonly getImageAttr: components["schemas"]["GetImageAttrResponse"];
            readonly getFaceVec: components["schemas"]["GetFaceVecResponse"];
            readonly openLivenessSession: components["schemas"]["OpenLivenessSessionResponse"];
            readonly checkLiveness: components["schemas"]["CheckLivenessResponse"];
            readonly listCollections: components["schemas"]["ListCollectionsResponse"];
            readonly putCollection: components["schemas"]["PutCollectionResponse"];
            readonly showCollection: components["schemas"]["ShowCollectionResponse"];
            readonly deleteCollection: components["schemas"]["DeleteCollectionResponse"];
            readonly listPeople: components["schemas"]["ListPeopleResponse"];
            readonly putPerson: components["schemas"]["PutPersonResponse"];
            readonly showPerson: components["schemas"]["ShowPersonResponse"];
            readonly deletePerson: components["schemas"]["DeletePersonResponse"];
            readonly mergePeople: components["schemas"]["MergePeopleResponse"];
            readonly showFace: components["schemas"]["ShowFaceResponse"];
            readonly deleteFace: components["schemas"]["DeleteFaceResponse"];
            readonly moveFace: components["schemas"]["MoveFaceResponse"];
            readonly enrolFace: components["schemas"]["EnrolFaceResponse"];
            readonly searchFaces: components["schemas"]["SearchFacesResponse"];
            readonly verifyPerson: components["schemas"]["VerifyPersonResponse"];
            readonly importCollection: components["schemas"]["ImportCollectionResponse"];
        };
        /** @enum {unknown} */
        readonly MatchFacesErrorCode: "2001" | "2002" | "2003" | "2004" | "2005" | "2006" | "2012" | "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "2007" | "2008" | "2009" | "3001" | "3201" | "3202" | "4291" | "4292" | "5000" | "5003" | "5004";
        /** @enum {unknown} */
        readonly CompareFacesErrorCode: "2001" | "2002" | "2003" | "2004" | "2006" | "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "2007" | "2008" | "2009" | "3001" | "3201" | "3202" | "4291" | "4292" | "5000" | "5003" | "5004";
        /** @enum {unknown} */
        readonly GetImageAttrErrorCode: "2001" | "2002" | "2003" | "2004" | "2006" | "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "2007" | "2008" | "2009" | "3201" | "3202" | "4291" | "4292" | "5000" | "5003" | "5004";
        /** @enum {unknown} */
        readonly GetFaceVecErrorCode: "2001" | "2002" | "2003" | "2004" | "2006" | "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "2007" | "2008" | "2009" | "3001" | "3101" | "3102" | "3103" | "3104" | "3201" | "3202" | "4291" | "4292" | "5000" | "5003" | "5004";
        /** @enum {unknown} */
        readonly RedactErrorCode: "2001" | "2002" | "2003" | "2004" | "2006" | "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "2007" | "2008" | "2009" | "3201" | "3202" | "4291" | "4292" | "5000" | "5003" | "5004";
        /** @enum {unknown} */
        readonly OpenLivenessSessionErrorCode: "2006" | "2011" | "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "2007" | "2009" | "4291" | "4292" | "4293" | "4296" | "5000" | "5003" | "5004";
        /** @enum {unknown} */
        readonly CheckLivenessErrorCode: "2001" | "2002" | "2003" | "2004" | "2006" | "2012" | "2020" | "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "2007" | "2008" | "2009" | "3001" | "3201" | "3202" | "4291" | "4292" | "5000" | "5003" | "5004";
        /** @enum {unknown} */
        readonly CollectionErrorCode: "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "4042" | "4291" | "5000" | "5003" | "5004" | "2002" | "4095" | "4043" | "2006" | "2011" | "2007" | "2009" | "4044" | "4045" | "2001" | "2003" | "2004" | "2012" | "2008" | "3001" | "3101" | "3102" | "3103" | "3104" | "3201" | "3202" | "4292" | "5007" | "2013";
        /**
         * @description Every error code of the operations.
         * @enum {unknown}
         */
        readonly OperationErrorCode: "2001" | "2002" | "2003" | "2004" | "2005" | "2006" | "2012" | "4001" | "4002" | "4007" | "4003" | "4004" | "4005" | "4008" | "4009" | "2007" | "2008" | "2009" | "3001" | "3201" | "3202" | "4291" | "4292" | "5000" | "5003" | "5004" | "3101" | "3102" | "3103" | "3104" | "2011" | "4293" | "4296" | "2020" | "4042" | "4095" | "4043" | "4044" | "4045" | "5007" | "2013";
        /** @description `smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, 51 scores of single movements, named as in MediaPipe. Left and right are the person's own, unlike those of the landmarks. How a face moves is not how a person feels: the EU AI Act, Article 5(1)(f), forbids inferring emotions at work and in education, except for medical or safety reasons. */
        readonly Expression: {
            readonly smile: number;
            /** @description The gap between the lips relative to the width of the mouth; from 0.1 on it is open. */
            readonly mouthOpening: number;
            /** @description The gap between the lids relative to the width of the eye; below 0.16 it is closed. */
            readonly leftEyeOpening: number;
            readonly rightEyeOpening: number;
            /** @description Scores from 0 to 1, with the names of ARKit and MediaPipe. */
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
        };
        /** @description What a result of Face Vector has only on request. */
        readonly VectorAttributes: {
            /** @description How sure the service is that this is a face, 0 to 1. */
            readonly confidence?: number;
            /** @description In degrees: `yaw` (above 0: the nose points to the left of the image), `pitch` (above 0: up) and `roll` (above 0: the head leans clockwise). */
            readonly pose?: components["schemas"]["HeadPose"];
            /** @description `score`, that of the weakest measure; `sharpness` and `evenness` from 0 to 1; `illumination` from 0 to 255; `size`; and `failed`, the conditions of `quality=1` that the face does not meet. */
            readonly quality?: components["schemas"]["FaceQuality"];
            /** @description `smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, 51 scores of single movements, named as in MediaPipe. Left and right are the person's own, unlike those of the landmarks. How a face moves is not how a person feels: the EU AI Act, Article 5(1)(f), forbids inferring emotions at work and in education, except for medical or safety reasons. */
            readonly expression?: components["schemas"]["Expression"];
            /**
             * Format: base64
             * @description The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black.
             */
            readonly aligned?: string;
            /**
             * Format: base64
             * @description The same, black outside the outline of the face, so that nobody else is in it.
             */
            readonly alignedAlone?: string;
        };
        /** @description What a face has only on request. */
        readonly ImageAttributes: {
            /** @description How sure the service is that this is a face, 0 to 1. */
            readonly confidence?: number;
            /** @description The estimated age in years, within the range of `age`. */
            readonly ageYears?: number;
            /** @description In degrees: `yaw` (above 0: the nose points to the left of the image), `pitch` (above 0: up) and `roll` (above 0: the head leans clockwise). */
            readonly pose?: components["schemas"]["HeadPose"];
            /** @description `score`, that of the weakest measure; `sharpness` and `evenness` from 0 to 1; `illumination` from 0 to 255; `size`; and `failed`, the conditions of `quality=1` that the face does not meet. */
            readonly quality?: components["schemas"]["FaceQuality"];
            /** @description `smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, 51 scores of single movements, named as in MediaPipe. Left and right are the person's own, unlike those of the landmarks. How a face moves is not how a person feels: the EU AI Act, Article 5(1)(f), forbids inferring emotions at work and in education, except for medical or safety reasons. */
            readonly expression?: components["schemas"]["Expression"];
            /**
             * Format: base64
             * @description The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black.
             */
            readonly aligned?: string;
            /**
             * Format: base64
             * @description The same, black outside the outline of the face, so that nobody else is in it.
             */
            readonly alignedAlone?: string;
            /** @description The 128 numbers of Face Vector; the header X-Facet-Model names their model. Only the first 8 faces have them, or as many as `max_faces` says. */
            readonly vector?: readonly number[];
            /** @description How much the face looks like a photo or a screen, 0 to 1, in this picture alone. A hint, never a verdict: it is wrong for every sixth attack, and often on press photos. Only the first 4 faces have it. */
            readonly spoofScore?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ErrorEnvelope = components['schemas']['ErrorEnvelope'];
export type ImageFaces = components['schemas']['ImageFaces'];
export type FaceAttributes = components['schemas']['FaceAttributes'];
export type FaceLandmarks = components['schemas']['FaceLandmarks'];
export type LandmarkPoint = components['schemas']['LandmarkPoint'];
export type HeadPose = components['schemas']['HeadPose'];
export type FaceQuality = components['schemas']['FaceQuality'];
export type FailedCondition = components['schemas']['FailedCondition'];
export type FaceExpression = components['schemas']['FaceExpression'];
export type CollectionDescription = components['schemas']['CollectionDescription'];
export type PersonDescription = components['schemas']['PersonDescription'];
export type FaceDescription = components['schemas']['FaceDescription'];
export type MatchedPerson = components['schemas']['MatchedPerson'];
export type MatchFacesQuery = components['schemas']['MatchFacesQuery'];
export type MatchFacesJson = components['schemas']['MatchFacesJson'];
export type MatchFacesForm = components['schemas']['MatchFacesForm'];
export type MatchFacesResponse = components['schemas']['MatchFacesResponse'];
export type CompareFacesQuery = components['schemas']['CompareFacesQuery'];
export type CompareFacesJson = components['schemas']['CompareFacesJson'];
export type CompareFacesForm = components['schemas']['CompareFacesForm'];
export type CompareFacesResponse = components['schemas']['CompareFacesResponse'];
export type GetImageAttrQuery = components['schemas']['GetImageAttrQuery'];
export type GetImageAttrJson = components['schemas']['GetImageAttrJson'];
export type GetImageAttrForm = components['schemas']['GetImageAttrForm'];
export type GetImageAttrResponse = components['schemas']['GetImageAttrResponse'];
export type GetImageAttrBatchResponse = components['schemas']['GetImageAttrBatchResponse'];
export type GetFaceVecQuery = components['schemas']['GetFaceVecQuery'];
export type GetFaceVecJson = components['schemas']['GetFaceVecJson'];
export type GetFaceVecForm = components['schemas']['GetFaceVecForm'];
export type GetFaceVecResponse = components['schemas']['GetFaceVecResponse'];
export type GetFaceVecBatchResponse = components['schemas']['GetFaceVecBatchResponse'];
export type RedactQuery = components['schemas']['RedactQuery'];
export type RedactJson = components['schemas']['RedactJson'];
export type RedactForm = components['schemas']['RedactForm'];
export type OpenLivenessSessionJson = components['schemas']['OpenLivenessSessionJson'];
export type OpenLivenessSessionResponse = components['schemas']['OpenLivenessSessionResponse'];
export type CheckLivenessQuery = components['schemas']['CheckLivenessQuery'];
export type CheckLivenessJson = components['schemas']['CheckLivenessJson'];
export type CheckLivenessForm = components['schemas']['CheckLivenessForm'];
export type CheckLivenessResponse = components['schemas']['CheckLivenessResponse'];
export type ListCollectionsResponse = components['schemas']['ListCollectionsResponse'];
export type PutCollectionResponse = components['schemas']['PutCollectionResponse'];
export type ShowCollectionResponse = components['schemas']['ShowCollectionResponse'];
export type DeleteCollectionResponse = components['schemas']['DeleteCollectionResponse'];
export type ListPeopleQuery = components['schemas']['ListPeopleQuery'];
export type ListPeopleResponse = components['schemas']['ListPeopleResponse'];
export type PutPersonJson = components['schemas']['PutPersonJson'];
export type PutPersonResponse = components['schemas']['PutPersonResponse'];
export type ShowPersonResponse = components['schemas']['ShowPersonResponse'];
export type DeletePersonResponse = components['schemas']['DeletePersonResponse'];
export type MergePeopleJson = components['schemas']['MergePeopleJson'];
export type MergePeopleResponse = components['schemas']['MergePeopleResponse'];
export type ShowFaceResponse = components['schemas']['ShowFaceResponse'];
export type DeleteFaceResponse = components['schemas']['DeleteFaceResponse'];
export type MoveFaceJson = components['schemas']['MoveFaceJson'];
export type MoveFaceResponse = components['schemas']['MoveFaceResponse'];
export type EnrolFaceQuery = components['schemas']['EnrolFaceQuery'];
export type EnrolFaceJson = components['schemas']['EnrolFaceJson'];
export type EnrolFaceForm = components['schemas']['EnrolFaceForm'];
export type EnrolFaceResponse = components['schemas']['EnrolFaceResponse'];
export type EnrolFaceBatchResponse = components['schemas']['EnrolFaceBatchResponse'];
export type SearchFacesQuery = components['schemas']['SearchFacesQuery'];
export type SearchFacesJson = components['schemas']['SearchFacesJson'];
export type SearchFacesForm = components['schemas']['SearchFacesForm'];
export type SearchFacesResponse = components['schemas']['SearchFacesResponse'];
export type VerifyPersonQuery = components['schemas']['VerifyPersonQuery'];
export type VerifyPersonJson = components['schemas']['VerifyPersonJson'];
export type VerifyPersonForm = components['schemas']['VerifyPersonForm'];
export type VerifyPersonResponse = components['schemas']['VerifyPersonResponse'];
export type ImportCollectionResponse = components['schemas']['ImportCollectionResponse'];
export type Responses = components['schemas']['Responses'];
export type MatchFacesErrorCode = components['schemas']['MatchFacesErrorCode'];
export type CompareFacesErrorCode = components['schemas']['CompareFacesErrorCode'];
export type GetImageAttrErrorCode = components['schemas']['GetImageAttrErrorCode'];
export type GetFaceVecErrorCode = components['schemas']['GetFaceVecErrorCode'];
export type RedactErrorCode = components['schemas']['RedactErrorCode'];
export type OpenLivenessSessionErrorCode = components['schemas']['OpenLivenessSessionErrorCode'];
export type CheckLivenessErrorCode = components['schemas']['CheckLivenessErrorCode'];
export type CollectionErrorCode = components['schemas']['CollectionErrorCode'];
export type OperationErrorCode = components['schemas']['OperationErrorCode'];
export type Expression = components['schemas']['Expression'];
export type VectorAttributes = components['schemas']['VectorAttributes'];
export type ImageAttributes = components['schemas']['ImageAttributes'];
