import { Agent, request } from 'node:http';
import { startService, type StartedService } from '@facet/test-support';
import { afterEach, expect, it } from 'vitest';
import { call, makePhoto } from './shared/call.js';
import { until } from './shared/until.js';

const API_KEY = 'drained-user-id';

let service: StartedService | undefined;
afterEach(async () => {
  await service?.stop();
});

interface CallOutcome {
  readonly status: number;
  readonly connection: string | undefined;
}

/** Asks on a connection that the agent keeps, where the server lets it. */
const ask = (agent: Agent, url: string): Promise<CallOutcome> =>
  new Promise((resolve, reject) => {
    request(url, { agent })
      .once('error', reject)
      .once('response', (response) => {
        response.resume().on('end', () => {
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
        });
      })
      .end();
  });

it('a server that gets SIGTERM reports it first, keeps serving for the drain time, and keeps no connection', async () => {
  service = await startService({
    apiKey: API_KEY,
    env: { FACET_WORKERS: '1', FACET_DRAIN_MS: '10000' },
  });
  const { url, process: running } = service;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    expect(await ask(agent, `${url}/readyz`)).toEqual({ status: 200, connection: 'keep-alive' });
    const ended = new Promise<number | null>((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await until('it is not ready', async () => (await ask(agent, `${url}/readyz`)).status === 503, 5000);
    // Calls on open connections are served too, and each response is the last on its connection.
    expect(await ask(agent, `${url}/healthz`)).toEqual({ status: 200, connection: 'close' });
    const answer = await call(url, await makePhoto(), { user_id: API_KEY });
    expect(answer).toMatchObject({ status: 200, code: '1000' });
    expect(answer.headers.get('connection')).toBe('close');
    expect(running.exitCode).toBeNull();
    expect(await ended).toBe(0);
  } finally {
    agent.destroy();
  }
});
