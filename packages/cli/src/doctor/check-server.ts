import { fetchInTime } from './fetch-in-time.js';
import { fail, messageOf, ok, type Finding } from './finding.js';

const ANSWER_MS = 10_000;

/** Whether a server answers and is ready. No call is made that would count. */
export async function checkServer(address: string): Promise<Finding> {
  if (!URL.canParse(address)) {
    return fail('server', `${address} is no address`, 'Write it as https://faces.example.com.');
  }
  try {
    const url = `${address.replace(/(?<!\/)\/+$/, '')}/readyz`;
    const status = await fetchInTime(url, ANSWER_MS, ({ status: answered }) => answered);
    if (status === 200) return ok('server', `${address} is ready`);
    return fail('server', `${url} answers ${status}`, 'Wait until it is ready, or look at its log.');
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return fail('server', `${address}: ${messageOf(cause)}`, 'Check the address and that the server runs.');
  }
}
