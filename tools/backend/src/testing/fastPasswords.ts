/**
 * Setup of the database tests: new passwords are hashed with bcrypt's lowest cost. With the cost that users' passwords
 * get, hashing would be a third of the tests' work.
 */
import bcrypt from 'bcryptjs';

const LOWEST_COST = 4;
const { hash, hashSync } = bcrypt;

Object.assign(bcrypt, {
  hash: (password: string) => hash(password, LOWEST_COST),
  hashSync: (password: string) => hashSync(password, LOWEST_COST),
});

/** For a test of time. */
export function hashAsForUsers(): void {
  Object.assign(bcrypt, { hash, hashSync });
}
