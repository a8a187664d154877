/** Loads a component of the frame on first use, and again after a failure. */
import { type ComponentType, useState } from 'react';
import { toast } from '@slipway/design-system';
import { log } from '@slipway/log';
import { startWait } from '@slipway/platform';
import { t } from '../messages';

export interface LazyPart<Props> {
  /** Undefined until loaded. */
  Part: ComponentType<Props> | undefined;
  /** Resolves with whether the component has loaded; shows a toast when it has not. */
  fetchPart: () => Promise<boolean>;
  /** Loads on hover or focus. Ignores errors: `fetchPart` reports them. */
  prefetch: () => void;
}

export function useLazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyPart<Props> {
  const [Part, setPart] = useState<ComponentType<Props>>();
  return {
    Part,
    fetchPart: async () => {
      const endWait = startWait();
      try {
        const module = await load();
        setPart(() => module.default);
        return true;
      } catch (error) {
        log.error('failed to load a part of the frame', error);
        toast.error(t('partFailed'));
        return false;
      } finally {
        endWait();
      }
    },
    prefetch: () => {
      load().catch(() => undefined);
    },
  };
}
