import { fail, messageOf, ok, type Finding } from './finding.js';

const ANSWER_MS = 10_000;

/** Whether a server answers and is ready. No call is made that would count. */
export async function checkServer(address: string): Promise<Finding> {
  if (!URL.canParse(address)) {
    return fail('server', `${address} is no address`, 'Write it as https://faces.example.com.');
  }
  try {
    const url = `${address.replace(/\/+$/, '')}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (response.ok) return ok('server', `${address} is ready`);
    return fail('server', `${url} answers ${response.status}`, 'Wait until it is ready, or look at its log.');
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return fail('server', `${address}: ${messageOf(cause)}`, 'Check the address and that the server runs.');
  }
}
