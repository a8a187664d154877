/** The list of blocked ports, compared with Node's. */
import { expect, it } from 'vitest';
import { blockedPorts } from './blockedPorts';

it.each(blockedPorts)('fetch blocks port %s', async (port) => {
  await expect(fetch(`http://127.0.0.1:${String(port)}`)).rejects.toMatchObject({
    cause: { message: 'bad port' },
  });
});
