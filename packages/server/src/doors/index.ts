/** What other features may use of this one. */
export {
  COMPREFACE,
  COMPREFACE_KEY_HEADER,
  comprefaceRoutes,
  isOfCompreface,
} from './compreface/compreface-routes.js';
export { DEEPSTACK, deepstackRoutes, isOfDeepstack } from './deepstack/deepstack-routes.js';
export { NEXTCLOUD, nextcloudRoutes } from './nextcloud/nextcloud-routes.js';
export { REKOGNITION, rekognitionRoute } from './rekognition/rekognition-route.js';
