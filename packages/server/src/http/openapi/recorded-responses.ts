import { LANDMARK_KEYS, type LandmarkKey } from '@facet/engine';
import type { Attributes, FaceLandmarks } from '../../results/attributes.schema.js';
import { success } from '../envelope.js';
import type { Examples } from './route-document.js';

/**
 * Responses that the service gave for the sample photos of @vladmandic/face-api, which tests/service sends again to
 * check them. FIRST_PHOTO is its sample1.jpg, SECOND_PHOTO its sample3.jpg.
 */
export const FIRST_PHOTO = 'https://images.example.com/sample1.jpg';
export const SECOND_PHOTO = 'https://images.example.com/sample3.jpg';

/** x and y of the 68 landmarks in turn. */
const LANDMARKS: readonly number[] = [
  596, 439, 595, 464, 598, 490, 604, 515, 612, 539, 623, 561, 638, 582, 656, 599, 679, 606, 706, 603, 733,
  590, 759, 574, 780, 553, 794, 526, 801, 497, 804, 466, 805, 436, 598, 409, 608, 398, 623, 397, 639, 401,
  654, 409, 688, 408, 708, 400, 729, 396, 749, 400, 766, 411, 670, 433, 668, 451, 666, 467, 664, 485, 652,
  498, 659, 502, 669, 505, 679, 502, 688, 499, 617, 435, 627, 427, 640, 428, 651, 438, 638, 441, 625, 441,
  703, 437, 716, 428, 730, 428, 742, 436, 732, 441, 718, 441, 640, 536, 649, 527, 661, 523, 670, 526, 681,
  523, 699, 528, 716, 536, 701, 552, 684, 558, 672, 559, 662, 557, 650, 550, 646, 537, 662, 538, 671, 539,
  682, 538, 710, 537, 682, 538, 671, 539, 662, 537,
];

const faceLandMark = Object.fromEntries(
  LANDMARK_KEYS.map((key, n) => [key, { x: LANDMARKS[2 * n] ?? 0, y: LANDMARKS[2 * n + 1] ?? 0 }]),
) as Record<LandmarkKey, FaceLandmarks[LandmarkKey]>;

const attributes: Attributes = {
  face_id_0: {
    age: '20-40',
    face_rectangle: [592, 337, 801, 608],
    gender: 'female',
    gender_confidence: 0.975,
    landmarks: { faceLandMark },
  },
  image_size: [1350, 1920],
};

const vector: readonly number[] = [
  -0.0051631485, 0.013011085, -0.022627074, -0.05438275, -0.01328505, 0.065829195, -0.042255722, 0.024771985,
  -0.01996321, 0.025232581, -0.00031476317, 0.0036633026, -0.07382134, -0.07143544, -0.017627262, 0.04157422,
  0.050543394, -0.08018753, -0.012892591, 0.021816224, -0.10590438, 0.005596918, 0.048835304, 0.017169382,
  0.030002292, -0.0052550985, 0.019966573, 0.07643589, -0.0028198503, 0.023768947, -0.0032774894,
  -0.011910813, -0.058181323, 0.024708308, 0.024075743, 0.020334026, 0.055737406, -0.022060806, -0.037206624,
  0.056109093, -0.039169855, 0.035667118, 0.019123852, 0.016408306, 0.061283812, -0.004426472, 0.026888996,
  -0.023379808, 0.03767527, -0.0062964815, -0.007981765, -0.022388915, -0.022370752, -0.06504901, 0.052729227,
  0.04578277, 0.0018762869, 0.04302344, -0.0712371, 0.08456892, 0.015430086, -0.022964742, 0.0057436367,
  0.0078883255, 0.057525408, -0.030930454, -0.020469863, 0.026765008, 0.01210602, 0.07791549, 0.051537514,
  0.0028973413, -0.02844266, -0.07252332, -0.0009932535, 0.010086198, 0.03726381, -0.04907352, 0.035258643,
  -0.01943685, -0.0011388627, -0.024260137, 0.00048020988, -0.055709653, 0.026962982, 0.011413212,
  0.034881122, 0.024608314, 0.035265725, -0.026861146, 0.03134296, -0.0041683614, -0.07587951, -0.032594163,
  0.06011871, 0.0048140925, 0.043074965, 0.034082502, 0.052086093, 0.05908548, 0.044655282, -0.029145947,
  -0.04061888, 0.06356855, 0.0002493966, -0.014573242, 0.014215589, -0.024300631, 0.05375693, -0.019127758,
  -0.016273258, 0.02182073, 0.029728835, -0.052049603, -0.007661499, 0.021269953, -0.030023042, -0.071188614,
  0.012651611, -0.06824624, -0.022798574, -0.041713703, 0.028317453, 0.004641817, -0.012962942, 0.0036723556,
  -0.016440153, -0.023139473,
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
    value: success('Fetched confidence value.', { score: '0.357057', status: 'match' }),
  },
  'not-a-match': {
    summary: 'Two people',
    value: success('Fetched confidence value.', { score: '0.543291', status: 'not a match' }),
  },
};

export const COMPARE_EXAMPLES: Examples = {
  match: {
    summary: 'The same person',
    value: success('Fetched confidence value.', { confidence: '0.7143544' }),
  },
};
