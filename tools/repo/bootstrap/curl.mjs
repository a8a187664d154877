/** Finds curl for the end-to-end tests, or installs it where it may. Node's modules only. */
import { fail } from './install.mjs';
import { installDebian, isRootOnDebian, onPath } from './machine.mjs';

/** The path of curl. Ends the process when there is none. */
export function curlPath() {
  const found = onPath('curl');
  if (found) return found;
  if (!isRootOnDebian()) fail('The end-to-end tests call an agent with curl: install it');
  console.log('Installing curl for the end-to-end tests (once) …');
  installDebian('curl');
  const installed = onPath('curl');
  if (!installed) throw new Error('curl was installed but is not on the PATH');
  return installed;
}
