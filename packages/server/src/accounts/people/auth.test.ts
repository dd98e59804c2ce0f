import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/databases.test.fixture.js';
import { createAuth } from './auth.js';
import { KEYS, QUICK_PASSWORDS } from './people.test.fixture.js';

const PARTS = {
  secret: KEYS.sessions,
  secure: true,
  passwords: QUICK_PASSWORDS,
  sendReset: () => Promise.resolve(),
  sendVerification: () => Promise.resolve(),
  onFault: () => undefined,
};

onBothDatabases('better-auth', (open) => {
  it('finds every table and column that it expects', async () => {
    const database = await open();
    const { explicitSchemaCheck } = await createAuth({ ...PARTS, database }).$context;
    await expect(explicitSchemaCheck?.()).resolves.toBeUndefined();
    expect(explicitSchemaCheck).toBeTypeOf('function');
  });

  it('would tell if one were missing', async () => {
    const database = await open();
    await database.db.schema.alterTable('person').dropColumn('email_verified').execute();
    const { explicitSchemaCheck } = await createAuth({ ...PARTS, database }).$context;
    await expect(explicitSchemaCheck?.()).rejects.toThrow(/email_verified/);
  });
});
