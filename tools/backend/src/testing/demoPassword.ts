/** The demo user's password with bcrypt's lowest cost, as new users of the tests get it: many tests sign in with it. */
import bcrypt from 'bcryptjs';
import type { Backend } from '../backend';
import { demo } from '../settings/demo';

const LOWEST_COST = 4;

export async function storeFastDemoPassword({ database }: Backend): Promise<void> {
  const hash = bcrypt.hashSync(demo.password, LOWEST_COST);
  await database.run(`update auth.users set encrypted_password = '${hash}' where email = '${demo.email}'`);
}
