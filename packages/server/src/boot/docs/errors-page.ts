import { ENROLMENT_RULES } from '@facet/engine';
import { ERROR_CATALOGUE, ERROR_CODES } from '../../errors.js';

const INTRODUCTION = `# Errors

Every error has the same envelope as a success:

\`\`\`json
{ "status": "error", "code": "3001", "success": false, "message": "No face detected in img_1.", "data": { "field": "img_1" } }
\`\`\`

Switch on \`code\`, which is stable. \`message\` is one sentence for a person. \`data\` holds the facts, such as limits and
measured values. The \`Link\` header leads to the error's page in the portal.

Headers that are too large get HTTP 431 with code 2006; headers that do not arrive in time get HTTP 408 with code 5004.

A call counts against the quota if the analysis ran: on success, and for the errors marked below. A 5004 counts if the
time ran out while the image was decoded or analysed, and a 2008 if decoding took too much memory.

This page is generated from \`packages/server/src/errors.ts\` (\`npm run docs\`): code, name, HTTP status, what to do.

`;

const QUALITY = `
## Quality errors

With \`quality=1\`, \`/get_face_vec\` checks three conditions in this order. The error is the first one that failed, and
\`data.attribute\` names it. \`data.failed\` lists every failed condition with its measured \`value\` and \`threshold\`.

- \`Image size\` (3101): both sides of the face rectangle are at least 60 pixels; \`value\` is the shorter one
- \`Lighting\` (3102): the mean luma of the face (0 to 255, BT.601) is at least 70
- \`Pose\` (3103): the head is turned at most 50 degrees to the side
`;

const ENROLMENT = `
## Enrolment check

With \`quality=2\`, \`/get_face_vec\` applies a strict check. The error is 3104; \`data.failed\` lists every rule that is not met
with \`rule\`, \`value\`, \`bound\` (\`least\` or \`most\`), \`threshold\` and \`advice\`.

${ENROLMENT_RULES.map(({ rule, bound, threshold, unit, advice }) => `- \`${rule}\` (at ${bound} ${`${threshold} ${unit}`.trim()}): ${advice}\n`).join('')}`;

/** All codes, with what to do about each. */
export function errorsPage(): string {
  const rows = ERROR_CODES.map((name) => ({ name, ...ERROR_CATALOGUE[name] })).map(
    ({ name, number, status, action, counts = false }) =>
      `- **${number}** ${name} (${status}${counts ? ', counts' : ''}): ${action}\n`,
  );
  return INTRODUCTION + rows.join('') + QUALITY + ENROLMENT;
}

/** All errors, for the pages of the portal. */
export function portalCatalogue(): string {
  const errors = ERROR_CODES.map((name) => ERROR_CATALOGUE[name]).map(
    ({ number, message, action, counts = false }) => ({ code: number, message, advice: action, counts }),
  );
  return `${JSON.stringify(errors, null, 2)}\n`;
}

/** What to do about each error, by its code, for clients in other languages. */
export function errorAdvice(): string {
  const advice = ERROR_CODES.map((code) => [ERROR_CATALOGUE[code].number, ERROR_CATALOGUE[code].action]);
  return `${JSON.stringify(Object.fromEntries(advice), null, 2)}\n`;
}
