/** Previews: environments that share one file (a family). Their first deploy creates them, and `prune` removes them. */
import { AppError } from '@slipway/contracts';
import type { Environment } from './environment';

const ID = '{id}';
const DAYS = 14;
const DAY = 86_400_000;

/** Whether a file describes a family of previews instead of one environment. */
export const isFamily = ({ address }: Environment) => address.includes(ID);

/** The name of a preview in a store. */
const storedName = (family: string, id: string) => `${family}-${id}`;

/** The ids of a family's previews, from the names of all environments in a store. */
export const previewsIn = (family: Environment, stored: readonly string[]): string[] =>
  stored
    .filter((name) => name.startsWith(storedName(family.name, '')))
    .map((name) => name.slice(storedName(family.name, '').length));

/** The environment of one preview. @throws `invalid_input` */
export function previewOf(family: Environment, id: string): Environment {
  if (!isFamily(family)) {
    throw new AppError(
      'invalid_input',
      `${family.name} has no previews, so there is no ${family.name}/${id}: the address in the file of a family contains {id}, such as https://{id}.preview.example.com`,
    );
  }
  const name = storedName(family.name, id);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(id) || name.length > 39) {
    throw new AppError(
      'invalid_input',
      `${family.name}/${id}: the name of a preview is up to ${String(38 - family.name.length)} lower-case letters, digits and hyphens, such as ${family.name}/pr-123`,
    );
  }
  return { ...family, name, address: family.address.replace(ID, id) };
}

/** @throws `invalid_input` for a family: only its previews run something */
export function rejectFamily(environment: Environment): void {
  if (!isFamily(environment)) return;
  throw new AppError(
    'invalid_input',
    `${environment.name} is a family of previews: name one preview, such as --env ${environment.name}/pr-123`,
  );
}

/** Milliseconds since 1970: previews last deployed before this have expired. */
export const keptSince = ({ keepDays = DAYS }: Pick<Environment, 'keepDays'>, now: number) =>
  now - keepDays * DAY;
