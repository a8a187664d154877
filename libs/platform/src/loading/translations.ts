/** The step that translates a slice before its code runs. Only a page in another language than English has one. */
import type { ComposedRelease } from '@slipway/contracts';

type Translate = (release: Pick<ComposedRelease, 'base'>) => Promise<void>;

let translate: Translate = () => Promise.resolve();

export function waitForTranslations(step: Translate): void {
  translate = step;
}

export const translated: Translate = (release) => translate(release);
