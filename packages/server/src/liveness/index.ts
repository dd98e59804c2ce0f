/** What other features may use of this one. */
export { checkLiveness } from './check-liveness.js';
export { type JudgedFrames, judgeFrames } from './judge-frames.js';
export { openSession } from './liveness-session.js';
export { LivenessSessions } from './liveness-sessions.js';
