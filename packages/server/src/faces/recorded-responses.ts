import { LANDMARK_KEYS, type LandmarkKey } from '@facet/engine';
import type { Attributes, FaceLandmarks } from './results/attributes.schema.js';
import { success } from '../http/envelope.js';
import type { Examples } from '../http/route.js';

/**
 * Responses that the service gave for the sample photos of @vladmandic/face-api, which tests/service sends again to
 * check them: its sample1.jpg, and sample3.jpg as the second photo. These are x and y of the 68 landmarks in turn.
 */
const LANDMARKS: readonly number[] = [
  599, 440, 597, 464, 600, 489, 605, 514, 612, 538, 624, 560, 638, 580, 655, 597, 678, 603, 705, 601, 733,
  590, 760, 574, 782, 554, 797, 528, 804, 499, 806, 468, 807, 439, 597, 409, 607, 399, 621, 397, 637, 401,
  652, 409, 686, 408, 707, 401, 728, 399, 749, 402, 766, 413, 669, 433, 667, 450, 664, 467, 662, 485, 650,
  499, 658, 502, 667, 505, 678, 502, 688, 500, 615, 434, 625, 426, 639, 427, 650, 438, 637, 440, 624, 440,
  705, 438, 717, 428, 732, 428, 744, 435, 733, 441, 719, 441, 642, 535, 650, 528, 661, 523, 669, 526, 679,
  523, 697, 529, 715, 536, 699, 550, 682, 556, 670, 557, 661, 555, 650, 548, 648, 536, 661, 536, 670, 537,
  680, 536, 708, 537, 681, 538, 670, 539, 661, 537,
];

const faceLandMark = Object.fromEntries(
  LANDMARK_KEYS.map((key, n) => [key, { x: LANDMARKS[2 * n] ?? 0, y: LANDMARKS[2 * n + 1] ?? 0 }]),
) as Record<LandmarkKey, FaceLandmarks[LandmarkKey]>;

const attributes: Attributes = {
  face_id_0: {
    age: '20-40',
    face_rectangle: [592, 337, 801, 608],
    gender: 'female',
    gender_confidence: 0.979,
    landmarks: { faceLandMark },
  },
  image_size: [1350, 1920],
};

const vector: readonly number[] = [
  -0.010480375, -0.004499219, -0.019166317, -0.049957026, -0.007782855, 0.06663669, -0.02806026, 0.02348422,
  -0.020506535, 0.033319898, -0.008545857, 0.004634797, -0.06301583, -0.07444444, -0.01472429, 0.04889468,
  0.04592099, -0.07896867, -0.013472095, 0.011915359, -0.11439981, 0.006748773, 0.048290685, 0.008743298,
  0.02858336, -0.0050239703, 0.010695655, 0.08026181, -0.0018672982, 0.036445275, -0.009362541, -0.020611245,
  -0.055914152, 0.020029854, 0.018967075, 0.013217389, 0.04342144, -0.018297922, -0.041376535, 0.063123904,
  -0.04448276, 0.042768586, 0.011405482, 0.012523895, 0.07148299, -0.0034567763, 0.030776758, -0.016851185,
  0.031084333, -0.011851499, -0.012303859, -0.013981215, -0.028743645, -0.054817468, 0.04527847, 0.047609605,
  0.0016946935, 0.04282749, -0.0727748, 0.0894409, 0.02152115, -0.027029779, -0.002127414, 0.0068505434,
  0.058293346, -0.027212622, -0.014624832, 0.019517086, 0.0044355607, 0.082780346, 0.043126326, 0.002624514,
  -0.035623126, -0.0748741, -0.0035381003, 0.010939227, 0.029627597, -0.05293563, 0.039392743, -0.023036646,
  -0.010981841, -0.015496789, -0.0021040142, -0.06576769, 0.02787149, 0.007679043, 0.024915002, 0.020856561,
  0.035266154, -0.021235608, 0.029696252, 0.0026966534, -0.07438859, -0.028048879, 0.059161883, 0.009212273,
  0.044262193, 0.032731324, 0.045122247, 0.05784201, 0.0434249, -0.032711226, -0.039828822, 0.06766498,
  -0.007024005, -0.020134185, 0.0122997565, -0.027896846, 0.060419913, -0.014564024, -0.0033689768,
  0.011565882, 0.040176053, -0.044646423, -0.0055277273, 0.020275606, -0.03054659, -0.06695598, 0.018604005,
  -0.064148724, -0.016937243, -0.045838773, 0.031226719, -0.0038573255, -0.008277684, 0.002289886,
  -0.016211912, -0.030126458,
];

export const ATTRIBUTES_EXAMPLES: Examples = {
  'one-face': {
    summary: 'One face, named by its box',
    value: success('Fetched attributes.', { attributes }),
  },
  'no-face': {
    summary: 'No face',
    value: success('Fetched attributes.', { attributes: { image_size: attributes.image_size } }),
  },
};

export const VECTOR_EXAMPLES: Examples = {
  vector: { summary: 'The vector of a face', value: success('Fetched vector data.', { vector }) },
};

export const MATCH_EXAMPLES: Examples = {
  match: {
    summary: 'The same person',
    value: success('Fetched confidence value.', { score: '0.358634', status: 'match' }),
  },
  'not-a-match': {
    summary: 'Two people',
    value: success('Fetched confidence value.', { score: '0.543803', status: 'not a match' }),
  },
};

export const COMPARE_EXAMPLES: Examples = {
  match: {
    summary: 'The same person',
    value: success('Fetched confidence value.', { confidence: '0.7130928' }),
  },
};
