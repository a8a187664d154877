/**
 * Setup of the database tests: new passwords are hashed with bcrypt's lowest cost. With the cost that users' passwords
 * get, hashing would be a third of the tests' work.
 */
import bcrypt from 'bcryptjs';

const LOWEST_COST = 4;

/** Runs for each file, and files share a process: the library's functions, from before the first. */
const shared = globalThis as { hashForUsers?: Pick<typeof bcrypt, 'hash' | 'hashSync'> };
shared.hashForUsers ??= { hash: bcrypt.hash, hashSync: bcrypt.hashSync };
const { hash, hashSync } = shared.hashForUsers;

function hashFast(): void {
  Object.assign(bcrypt, {
    hash: (password: string) => hash(password, LOWEST_COST),
    hashSync: (password: string) => hashSync(password, LOWEST_COST),
  });
}

hashFast();

/** For a test of time, until it calls the returned function. */
export function hashAsForUsers(): () => void {
  Object.assign(bcrypt, { hash, hashSync });
  return hashFast;
}
