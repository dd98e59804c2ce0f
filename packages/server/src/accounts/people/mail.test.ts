import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Outbox } from './mail-outbox.js';
import { startMailServer } from './mail-server.test.fixture.js';
import { resetLink, resetMail } from './mail-texts.js';
import { smtpMailer } from './mail.js';

describe('a mail', () => {
  it('goes to one address, whatever the address says', async () => {
    const server = await startMailServer();
    const mailer = smtpMailer({ url: server.url, from: 'Facet <no-reply@faces.example>' });
    await mailer.send(resetMail('"a,b"@example.org', 'https://faces.example/#/reset?token=x'));
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

  it('that is refused does not tell the address, which would go into the log', async () => {
    const server = await startMailServer({ refusing: true });
    const mailer = smtpMailer({ url: server.url, from: 'a@faces.example' });
    const failure: unknown = await mailer
      .send({ to: 'ada@example.org', subject: 's', text: 't' })
      .catch((error: unknown) => error);
    await server.close();
    expect(failure).toMatchObject({ message: expect.stringContaining('550') as string });
    expect(inspect(failure)).not.toContain('ada@example.org');
  });

  it('has a link whose token stays whole', () => {
    expect(resetLink('https://faces.example', 'a b&c')).toBe('https://faces.example/#/reset?token=a%20b%26c');
  });
});

describe('the outbox', () => {
  it('takes on no more than it can hold, and tells what it dropped', async () => {
    const faults: string[] = [];
    const outbox = new Outbox((message) => faults.push(message));
    const sent: number[] = [];
    for (let n = 0; n < 25; n++)
      outbox.post(async () => {
        await Promise.resolve();
        sent.push(n);
      });
    await outbox.settled();
    expect(sent).toHaveLength(20);
    expect(faults).toHaveLength(5);
    outbox.post(() => Promise.resolve());
    await outbox.settled();
    expect(faults).toHaveLength(5);
  });
});
