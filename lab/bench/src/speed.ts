import { saveResults } from './common/save-results.js';
import { measureAttributes } from './speed/attributes.js';
import { measureCalls } from './speed/calls.js';
import { measureEmbedder } from './speed/embedder.js';
import { isReached, printFigures } from './common/figure.js';
import { makePhotos } from './speed/photos.js';

/** Measures how fast the engine is. Only ratios within one run mean something beyond this machine and minute. */
process.stderr.write('making the photos …\n');
const photos = await makePhotos();
process.stderr.write('measuring SFace …\n');
const embedder = await measureEmbedder(photos.portrait);
process.stderr.write('measuring age and gender …\n');
const attributes = await measureAttributes(photos.portrait);
process.stderr.write('measuring calls …\n');
const figures = [...embedder, ...attributes, ...(await measureCalls(photos))];
printFigures(figures);
console.log(`\nSaved to ${await saveResults('speed', figures)}`);
if (!figures.every(isReached)) process.exitCode = 1;
