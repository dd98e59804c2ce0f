import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../errors.js';
import { startMailServer } from './mail-server.test.fixture.js';
import { Outbox, resetMail, smtpMailer } from './mail.js';

describe('a mail', () => {
  it('goes to one address, whatever the address says', async () => {
    const server = await startMailServer();
    const mailer = smtpMailer({ url: server.url, from: 'Facet <no-reply@faces.example>' });
    await mailer.send(resetMail('"a,b"@example.org', 'https://faces.example', 'x'));
    const { to, source } = await server.next();
    await server.close();
    expect(to).toHaveLength(1);
    expect(source).not.toMatch(/^(?:Cc|Bcc):/im);
    expect(source).toMatch(/^From: Facet <no-reply@faces\.example>$/m);
  });

  it('fails when the server is not there', async () => {
    const mailer = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'a@faces.example' });
    await expect(mailer.send({ to: 'b@example.org', subject: 's', text: 't' })).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });

  it('that is rejected does not tell the address, which would go into the log', async () => {
    const server = await startMailServer({ rejecting: true });
    const mailer = smtpMailer({ url: server.url, from: 'a@faces.example' });
    const failure: unknown = await mailer
      .send({ to: 'ada@example.org', subject: 's', text: 't' })
      .catch((error: unknown) => error);
    await server.close();
    expect(failure).toMatchObject({ message: expect.stringContaining('550') as string });
    expect(inspect(failure)).not.toContain('ada@example.org');
  });

  it('has a link whose token stays whole', () => {
    const { text } = resetMail('ada@example.org', 'https://faces.example', 'a b&c');
    expect(text).toContain('\nhttps://faces.example/#/reset?token=a%20b%26c\n');
  });
});

describe('the outbox', () => {
  /** Work that ends when the test says so. */
  function held(): { begun: string[]; release: () => void; work: (name: string) => () => Promise<void> } {
    const begun: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    return {
      begun,
      release,
      work: (name) => () => {
        begun.push(name);
        return released;
      },
    };
  }

  const post = (
    outbox: Outbox,
    count: number,
    caller: string,
    work: (name: string) => () => Promise<void>,
  ) => {
    for (let n = 0; n < count; n++) outbox.post('reset', caller, work(`${caller} ${n}`));
  };

  it('sends the mails of others first while one caller has many', async () => {
    const faults: string[] = [];
    const outbox = new Outbox((message) => faults.push(message));
    const { begun, release, work } = held();
    post(outbox, 250, 'stranger', work);
    expect(begun).toHaveLength(4);
    // More do not fit, so the newest of the stranger's give way.
    expect(() => {
      outbox.check('reset', 'stranger');
    }).toThrow(ServiceError);
    outbox.check('reset', 'owner');
    post(outbox, 1, 'owner', work);
    expect(begun).toHaveLength(5);
    release();
    await outbox.settled();
    expect(begun).toContain('owner 0');
    expect(begun).toHaveLength(4 + 200 + 1);
    expect(faults).toHaveLength(250 - 204);
  });

  it('takes turns between callers when all connections are in use', async () => {
    const outbox = new Outbox(() => undefined);
    const { begun, release, work } = held();
    for (let n = 0; n < 5; n++) post(outbox, 40, `stranger ${n}`, work);
    expect(begun).toHaveLength(20);
    post(outbox, 1, 'owner', work);
    release();
    await outbox.settled();
    expect(begun.indexOf('owner 0')).toBeLessThan(20 + 6);
  });

  it('is full for newcomers only if everybody else has a single mail waiting', async () => {
    const outbox = new Outbox(() => undefined);
    const { release, work } = held();
    for (let n = 0; n < 5; n++) post(outbox, 4, `sending ${n}`, work);
    for (let n = 0; n < 200; n++) post(outbox, 1, `waiting ${n}`, work);
    const rejection = (): void => {
      outbox.check('reset', 'owner');
    };
    expect(rejection).toThrow(
      expect.objectContaining({
        code: 'overloaded',
        details: { retryAfterSeconds: expect.any(Number) as number },
      }) as Error,
    );
    release();
    await outbox.settled();
    expect(rejection).not.toThrow();
  });

  it('waits a few seconds for a mail server that does not respond, and says how many mails were not sent', async () => {
    vi.useFakeTimers();
    try {
      const faults: string[] = [];
      const outbox = new Outbox((message) => faults.push(message));
      post(outbox, 6, 'network', held().work);
      const settled = outbox.settled();
      await vi.advanceTimersByTimeAsync(3000);
      expect(faults).toEqual(['Mails that were not sent before the service stopped: 6.']);
      await settled;
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends resets first, whatever waits to be verified', async () => {
    const outbox = new Outbox(() => undefined);
    const { begun, release, work } = held();
    for (let n = 0; n < 300; n++)
      try {
        outbox.check('verification', `network ${n}`);
        outbox.post('verification', `network ${n}`, work(`verification ${n}`));
      } catch {
        // Full.
      }
    expect(begun).toHaveLength(10);
    outbox.post('reset', 'owner', work('reset'));
    expect(begun.at(-1)).toBe('reset');
    release();
    await outbox.settled();
    expect(begun).toHaveLength(10 + 200 + 1);
  });
});
