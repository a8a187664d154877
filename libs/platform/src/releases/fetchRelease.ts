/** A release as its own `release.json` describes it, the way a composition has it. */
import { type ComposedRelease, parseRelease } from '@slipway/contracts';

/** `base` ends with a slash. @throws when it cannot be had, or is another slice's */
export async function releaseAt(slice: string, base: string, options: RequestInit): Promise<ComposedRelease> {
  const answer = await fetch(`${base}release.json`, options);
  if (!answer.ok) throw new Error(`release.json answered ${String(answer.status)}`);
  const release = parseRelease(await answer.json());
  if (release.kind !== 'slice' || release.id !== slice) throw new Error(`it is ${release.id}`);
  const { version, owner, entry, files, routes, slots, nav, preload } = release;
  return {
    ...{ version, owner, base, entry, routes, slots, nav, preload },
    files: Object.fromEntries(Object.entries(files).map(([path, { integrity }]) => [path, integrity])),
  };
}
