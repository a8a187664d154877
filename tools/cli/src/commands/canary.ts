/** `slipway canary <slice> --env --percent n | --finish | --abort`: a share of the visitors gets a newer release of a slice. */
import { AppError } from '@slipway/contracts';
import { makeChange } from '../command-line/runDeploy';
import { environmentArg, slipwayCommand, writing } from '../command-line/command';
import { chosen, isName } from '../command-line/slices';
import { type Canary, canaryPart, canaryText, parseCanary } from '../composition/canary';
import { currentComposition } from '../composition/read';
import { partsOf } from '../composition/record';

/** @throws `invalid_input` */
function percentOf(text: string): number {
  const percent = Number(text);
  if (Number.isInteger(percent) && percent >= 1 && percent <= 99) return percent;
  throw new AppError(
    'invalid_input',
    `--percent ${text} must be a whole number from 1 to 99; --finish gives it to everyone, --abort to nobody`,
  );
}

/** What runs with one canary more, with another share of it, or without it. */
const withCanary =
  (slice: string, canary: Canary | undefined, stable?: string) => (now: ReadonlyMap<string, string>) => {
    const parts = new Map(now);
    parts.delete(canaryPart(slice));
    if (stable) parts.set(slice, stable);
    if (canary) parts.set(canaryPart(slice), canaryText(canary));
    return parts;
  };

export default slipwayCommand({
  meta: { name: 'slipway canary', description: 'Give a share of the visitors a newer release of a slice' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'A slice with a canary, a slice as built, a release such as billing@1a2b3c4d, or a path',
    },
    ...environmentArg,
    percent: {
      type: 'string',
      valueHint: 'n',
      description: 'The share, 1 to 99; visitors stay where they are when it grows',
    },
    finish: { type: 'boolean', default: false, description: 'Give it to everyone' },
    abort: { type: 'boolean', default: false, description: 'Give everyone what the others have' },
    ...writing,
  },
  examples: [
    'slipway canary billing@1a2b3c4d --env production --percent 10 --reason "new plans"',
    'slipway canary billing --env production --percent 50 --reason "no errors in a day"',
    'slipway canary billing --env production --finish --reason "good"',
    'slipway canary billing --env production --abort --reason "totals are wrong"',
  ],
  async run(args, terminal) {
    const { slice: word, env, percent, finish, abort } = args;
    if ([percent !== undefined, finish, abort].filter(Boolean).length !== 1) {
      throw new AppError('invalid_input', 'Say --percent, --finish or --abort: one of them');
    }
    const workspace = terminal.workspace();
    const environment = workspace.environment(env);
    const store = await workspace.store(environment);
    const runs = partsOf(await currentComposition(store, environment.name));
    const running = runs.get(canaryPart(word));
    const target = { workspace, environment, store, candidates: [] };

    if (percent === undefined) {
      if (running === undefined) throw new AppError('not_found', `${word} has no canary in ${env}`);
      const stable = finish ? parseCanary(running).version : undefined;
      return makeChange({ ...target, change: withCanary(word, undefined, stable) }, args, terminal);
    }
    const share = percentOf(percent);
    // A name alone is the canary that runs: its share is changed, whatever was built since.
    if (running !== undefined && isName(word)) {
      const canary = { version: parseCanary(running).version, percent: share };
      return makeChange({ ...target, change: withCanary(word, canary) }, args, terminal);
    }
    const { id, version, candidate } = await chosen(workspace, store, word);
    if (id === 'shell') {
      throw new AppError('invalid_input', 'The shell has no canary: one document is for all. Deploy it');
    }
    const stable = runs.get(id);
    if (stable === undefined) {
      throw new AppError('not_found', `${env} does not run ${id} yet: slipway deploy ${word} --env ${env}`);
    }
    if (stable === version) {
      throw new AppError('conflict', `${id} ${version.slice(0, 8)} is what everyone gets in ${env} already`);
    }
    return makeChange(
      {
        ...target,
        candidates: candidate ? [candidate] : [],
        change: withCanary(id, { version, percent: share }),
      },
      args,
      terminal,
    );
  },
});
