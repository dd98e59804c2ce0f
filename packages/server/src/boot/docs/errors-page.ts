import { ENROLMENT_RULES, failedGates } from '@facet/engine';
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

/** The thresholds of the quality check: a face that could not be worse fails every condition. */
const GATES = new Map(
  failedGates(0, {
    size: { width: 0, height: 0 },
    illumination: 0,
    yaw: 180,
    evenness: 0,
    sharpness: 0,
    score: 0,
  }).map(({ attribute, threshold }) => [attribute, threshold]),
);

function gate(attribute: 'Image size' | 'Lighting' | 'Pose'): number {
  const threshold = GATES.get(attribute);
  if (threshold === undefined) throw new Error(`The quality check has no condition "${attribute}".`);
  return threshold;
}

const QUALITY = `
## Quality errors

With \`quality=1\`, \`/get_face_vec\` checks three conditions in this order. The error is the first one that failed, and
\`data.attribute\` names it. \`data.failed\` lists every failed condition with its measured \`value\` and \`threshold\`.

- \`Image size\` (3101): both sides of the face rectangle are at least ${gate('Image size')} pixels; \`value\` is the shorter one
- \`Lighting\` (3102): the mean luma of the face (0 to 255, BT.601) is at least ${gate('Lighting')}
- \`Pose\` (3103): the head is turned at most ${gate('Pose')} degrees to the side
`;

const ENROLMENT = `
## Enrolment check

With \`quality=2\`, \`/get_face_vec\` applies a strict check. The error is 3104; \`data.failed\` lists every rule that is not met
with \`rule\`, \`value\`, \`bound\` (\`least\` or \`most\`), \`threshold\` and \`advice\`.

${ENROLMENT_RULES.map(({ rule, bound, threshold, unit, advice }) => `- \`${rule}\` (at ${bound} ${`${threshold} ${unit}`.trim()}): ${advice}\n`).join('')}`;

const ERRORS = ERROR_CODES.map((name) => ({ name, ...ERROR_CATALOGUE[name] }));

/** All codes, with what to do about each. */
export function errorsPage(): string {
  const rows = ERRORS.map(
    ({ name, number, status, action, counts = false }) =>
      `- **${number}** ${name} (${status}${counts ? ', counts' : ''}): ${action}\n`,
  );
  return INTRODUCTION + rows.join('') + QUALITY + ENROLMENT;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** All errors as plain sentences, for the pages of the portal; a message of the specification has no full stop. */
export const portalCatalogue = (): string =>
  json(
    ERRORS.map(({ number, message, action }) => ({
      code: number,
      message: message.endsWith('.') ? message : `${message}.`,
      advice: action.replaceAll('`', ''),
    })),
  );

/** What the portal knows of the rules behind errors: which of them count as calls, and the limits of the photo checks. */
export const portalRules = (): string =>
  json({
    counted: ERRORS.flatMap(({ number, counts = false }) => (counts ? [number] : [])),
    quality: { size: gate('Image size'), illumination: gate('Lighting'), yaw: gate('Pose') },
    enrolment: Object.fromEntries(ENROLMENT_RULES.map(({ rule, ...limit }) => [rule, limit])),
  });

/** What to do about each error, by its code, for clients in other languages. */
export const errorAdvice = (): string =>
  json(Object.fromEntries(ERRORS.map(({ number, action }) => [number, action])));
