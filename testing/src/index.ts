export { findChromium } from './find-chromium.js';
export { signUp, type SignedUp } from './sign-up.js';
export {
  freePort,
  SERVER_MAIN,
  startService,
  type ServiceOptions,
  type StartedService,
} from './started-service.js';
