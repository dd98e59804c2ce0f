import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { sampleResponse, SAMPLE_RESPONSE } from './sample-response.js';
import { startService } from './started-service.js';

/** `npm run docs:response`: stores the service's response to the photo of the start page, which shows it. */
const service = await startService();
try {
  const text = JSON.stringify(await (await sampleResponse(service.url)).json());
  const style = await resolveConfig(SAMPLE_RESPONSE);
  await writeFile(SAMPLE_RESPONSE, await format(text, { ...style, filepath: SAMPLE_RESPONSE }));
  console.log(SAMPLE_RESPONSE);
} finally {
  await service.stop();
}
