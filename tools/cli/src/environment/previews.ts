/** Previews: environments that are made by their first deploy, many to one file, and removed by `prune`. */
import { AppError } from '@slipway/contracts';
import type { Environment } from './environment';

const ID = '{id}';
const DAYS = 14;
const DAY = 86_400_000;

/** Whether a file tells of many previews, and of no environment by itself. */
export const isFamily = ({ address }: Environment) => address.includes(ID);

/** What a store calls a preview. */
const storedName = (family: string, id: string) => `${family}-${id}`;

/** The previews of a family among the environments of a store, by their ids. */
export const previewsIn = (family: Environment, stored: readonly string[]): string[] =>
  stored
    .filter((name) => name.startsWith(storedName(family.name, '')))
    .map((name) => name.slice(storedName(family.name, '').length));

/** The environment of one preview. @throws `invalid_input` */
export function previewOf(family: Environment, id: string): Environment {
  if (!isFamily(family)) {
    throw new AppError(
      'invalid_input',
      `environments/${family.name}.json: address: has no {id}, so there is no ${family.name}/${id}: write one such as https://{id}.preview.example.com`,
    );
  }
  const name = storedName(family.name, id);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(id) || name.length > 39) {
    throw new AppError(
      'invalid_input',
      `${family.name}/${id}: a preview is named by lower-case letters, digits and hyphens, ${String(38 - family.name.length)} at most, such as ${family.name}/pr-123`,
    );
  }
  return { ...family, name, address: family.address.replace(ID, id) };
}

/** @throws `invalid_input` for a family: nothing runs in it, only in its previews */
export function refuseFamily(environment: Environment): void {
  if (!isFamily(environment)) return;
  throw new AppError(
    'invalid_input',
    `${environment.name} is a family of previews: name one of them, such as --env ${environment.name}/pr-123`,
  );
}

/** Milliseconds since 1970: a preview that was last deployed before this may go. */
export const keptSince = ({ keepDays = DAYS }: Environment, now: number) => now - keepDays * DAY;
