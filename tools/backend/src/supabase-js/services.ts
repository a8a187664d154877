/** Services that the embedded backend does not have. */
import { auth, newEmail } from './authCalls';
import type { Call } from './fixture';

const noAdmin = 'The admin API is off: operators use `slipway moderate` and SQL.';

export const services: Call[] = [
  {
    name: 'admin.listUsers',
    run: ({ service }) => auth(service.auth.admin.listUsers()),
    expected: { status: 200 },
    differs: noAdmin,
  },
  {
    name: 'admin.createUser',
    run: ({ service }) => auth(service.auth.admin.createUser({ email: newEmail(), email_confirm: true })),
    expected: { status: 200 },
    differs: noAdmin,
  },
  {
    name: 'admin.listUsers with the publishable key',
    run: ({ visitor }) => auth(visitor.auth.admin.listUsers()).then(({ status }) => ({ ok: status === 200 })),
    expected: { ok: false },
  },
  {
    name: 'storage.listBuckets',
    run: async ({ service }) => ({ error: (await service.storage.listBuckets()).error }),
    expected: { error: null },
    differs: 'There is no storage service: uploaded pictures are rows of the database.',
  },
  {
    name: 'functions.invoke',
    run: async ({ visitor }) => {
      const { response } = await visitor.functions.invoke('unknown');
      return { code: ((await response?.json().catch(() => ({}))) as { code?: string }).code };
    },
    expected: { code: 'NOT_FOUND' },
    differs: 'There are no edge functions: the gateway is a server of this repository.',
  },
];
