/** Lists of IP addresses and CIDR: those that operators allow besides public ones. */
import { BlockList, isIP } from 'node:net';
import { AppError } from '@slipway/contracts';
import { readList } from '../environmentVariables';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @throws for anything but an IP address or CIDR */
function add(list: BlockList, entry: string): void {
  const [address = '', bits, ...rest] = entry.split('/');
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else
    list.addSubnet(address, rest.length === 0 && /^\d+$/.test(bits) ? Number(bits) : -1, familyOf(address));
}

/** Whether a text is an IP address or CIDR. */
export function isAddressRange(text: string): boolean {
  try {
    add(new BlockList(), text);
    return true;
  } catch {
    return false;
  }
}

/** The list, without entries that are neither an IP address nor CIDR. */
export function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries.filter(isAddressRange)) add(list, entry);
  return list;
}

/** Whether an IP address is in a list, whatever its spelling; false for a name. */
export function isListed(list: BlockList, host: string): boolean {
  const [address = ''] = host.split('%'); // the zone of a link-local address
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Reads a variable such as `WEBHOOK_PRIVATE_ADDRESSES`. @throws `invalid_input` for anything but IP addresses and CIDR */
export function privateAddresses(env: NodeJS.ProcessEnv, name: string): string[] {
  const entries = readList(env, name);
  const wrong = entries.find((entry) => !isAddressRange(entry));
  if (wrong === undefined) return entries;
  throw new AppError(
    'invalid_input',
    `${name} has "${wrong}": it must be an IP address or CIDR, such as 10.0.0.0/8`,
  );
}
