/** Compares the slots of a manifest with each other, which the schema of one slot cannot do. */
import { slotVersions } from './slots';

interface Slots {
  id: string;
  slots: readonly {
    name: string;
    props?: object | undefined;
    when?: { flag?: string | undefined } | undefined;
  }[];
  routes: readonly { shows?: readonly { name: string }[] | undefined }[];
  offers?: readonly { name: string }[] | undefined;
  flags?: object | undefined;
}

const isClosed = (name: string) => name in slotVersions;

/** Every reason why the slots of a slice do not fit together. */
export function slotFailures({ id, slots, routes, offers = [], flags = {} }: Slots): string[] {
  const offered = new Set(offers.map(({ name }) => name));
  const shown = routes.flatMap(({ shows = [] }) => shows);
  const unknown = [
    ...slots.filter(({ name, props }) => !isClosed(name) && props === undefined),
    ...shown.filter(({ name }) => !isClosed(name) && !offered.has(name)),
  ].map(({ name }) => name);
  return [
    ...(unknown.length > 0
      ? [
          `slots: unknown slot ${unknown.join(', ')}; known: ${Object.keys(slotVersions).join(', ')}. An open slot needs props where it is filled, and an entry in offers where it is shown`,
        ]
      : []),
    ...slots
      .filter(({ name, props }) => isClosed(name) && props !== undefined)
      .map(({ name }) => `slots: ${name} has its props in the contracts: remove them`),
    ...offers
      .filter(({ name }) => !name.startsWith(`${id}.`))
      .map(({ name }) => `offers: ${name} must start with "${id}."`),
    ...slots.flatMap(({ name, when }) =>
      when?.flag === undefined || when.flag in flags
        ? []
        : [`slots: ${name} is shown with the flag ${when.flag}, which flags does not list`],
    ),
  ];
}
